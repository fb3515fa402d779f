import { createClient, http, keccak256, sha256, toHex, parseAbi, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { storeGraph } from '../../functions/social/graph/storeGraph.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { envelope } from '../../schema/common.ts'
import { ReputationGraphAnswer } from '../../schema/social/reputationGraphAnswers.ts'
import type { ArtifactStorage, StoredArtifact } from '../../shared/artifacts/ArtifactStorage.ts'
import { createReputationGraphs } from '../../functions/social/store/reputationGraphs.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import { accountOf, bearer, requestsWith, signIn } from '../account/support.ts'
import { clientOf } from '../agents/identity/feedbackWorld.ts'
import { startFeedbackNet } from '../agents/identity/startFeedbackNet.ts'
import { sessionOf } from '../support/sessionOf.ts'
import { useNet } from '../support/useNet.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const at = useNet(() => startFeedbackNet(['account', 'social']))
beforeEach(() => at.proxy.reset())

const PATH = '/social/reputation-graph'
const READ_ALL = 'd9d84224'
type Answer = z.output<typeof ReputationGraphAnswer>

async function dataOf(response: Response): Promise<Answer> {
  const json: unknown = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(json))
  return envelope(ReputationGraphAnswer).parse(json).data
}
const graphOf = async (query: string) => dataOf(await at.get(`${PATH}?${query}`))
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${at.api}${PATH}`, { method: 'POST', headers, body: JSON.stringify(body) })
const session = async () => bearer((await signIn(at.api, accountOf(at, 'voter'))).token)
const idsOf = (graph: Answer['graph'], type: string) =>
  graph.nodes.filter((node) => node.type === type).map(({ id }) => id)
const edgesOf = (graph: Answer['graph'], type: string) => graph.edges.filter((edge) => edge.type === type)

describe('happy', () => {
  it('has the agent with its own accounts, its clients and all their feedback, in one upstream request', async () => {
    await at.indexed()
    at.proxy.reset()
    const { graph, provenance, storageStatus, asOf } = await graphOf('agentId=0')
    const [voter, bidder, borrower] = (['voter', 'bidder', 'borrower'] as const).map((role) =>
      addressOf(role).toLowerCase(),
    )
    expect(graph).toMatchObject({
      agentId: 0,
      chainId: 31337,
      agentRegistry: `eip155:31337:${at.world.contracts.identityRegistry}`,
      reputationRegistry: `eip155:31337:${at.reputationRegistry}`,
      summary: { totalFeedback: 3, totalReviewers: 3, topClientShareBps: 3333, label: null, truncated: false },
      stats: { revokedCount: 1 },
      truncated: false,
      source: 'erc8004.reputation.graph',
    })
    expect(graph.nodes[0]).toEqual({
      id: 'agent:0',
      type: 'agent',
      label: 'Agent 0',
      data: { agentId: 0, owner: addressOf('agent'), agentWallet: addressOf('agent') },
    })
    expect(idsOf(graph, 'reviewer')).toEqual([`reviewer:${voter}`, `reviewer:${bidder}`, `reviewer:${borrower}`])
    expect(idsOf(graph, 'feedback')).toEqual([
      `feedback:${voter}:1`,
      `feedback:${voter}:2`,
      `feedback:${bidder}:1`,
      `feedback:${borrower}:1`,
    ])
    expect(edgesOf(graph, 'reviewed')).toHaveLength(3)
    expect(edgesOf(graph, 'has_feedback')).toHaveLength(4)
    expect(edgesOf(graph, 'authored').map(({ weight }) => weight)).toEqual(['87', '12', '-32.5', '99.77'])
    expect(edgesOf(graph, 'responded_to')).toEqual([
      expect.objectContaining({
        source: `responder:${addressOf('agent').toLowerCase()}`,
        target: `feedback:${bidder}:1`,
      }),
    ])
    expect(graph.groups.map(({ id }) => id)).toEqual([
      'namespace:agent:0',
      `namespace:reviewer:${voter}`,
      `namespace:reviewer:${bidder}`,
      `namespace:reviewer:${borrower}`,
      'tag:starred',
      'tag:vaults',
      'tag:uptime',
      'tag:month',
    ])
    expect(graph.stats.tags.map(({ tag, count, averageValue }) => [tag, count, averageValue])).toEqual([
      ['starred', 2, '27'],
      ['uptime', 1, '9977'],
    ])
    expect(Date.parse(graph.stats.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(graph.stats.firstAt ?? ''))
    expect(graph.blockNumber).toBe(asOf.blockNumber)
    expect([storageStatus, provenance.graphSource, provenance.storeRequested]).toEqual(['skipped', 'registry', false])
    const nodes = new Set(graph.nodes.map(({ id }) => id))
    expect(graph.edges.filter(({ source, target }) => !nodes.has(source) || !nodes.has(target))).toEqual([])
    expect(requestsWith(at.proxy, READ_ALL)).toBe(1)
  })

  it('leaves revoked feedback and other tags out on request; of an agent without feedback it is the agent alone', async () => {
    const { graph } = await graphOf('agentId=0&includeRevoked=false&tag1=starred&tag2=vaults')
    expect(idsOf(graph, 'feedback')).toEqual([`feedback:${addressOf('voter').toLowerCase()}:1`])
    await at.send(at.register(addressOf('stranger')))
    const none = await graphOf('agentId=2')
    expect(none.graph).toMatchObject({
      nodes: [{ id: 'agent:2' }],
      edges: [],
      summary: { totalFeedback: 0, topClientShareBps: null },
    })
  })

  it('an agent that was sold has a new owner, and no wallet until that one names it', async () => {
    await at.send(at.register(addressOf('agent')))
    const agentId = 3n
    await at.send(at.transfer(addressOf('agent'), clientOf(77), agentId))
    await at.indexed()
    const { graph } = await graphOf(`agentId=${agentId}`)
    expect(graph.nodes[0]?.data).toMatchObject({ agentWallet: null })
    expect(JSON.stringify(graph.nodes[0]?.data).toLowerCase()).toContain(clientOf(77))
  })

  it('has 500 pieces of feedback at most, and the mean of all of them', async () => {
    await at.send(at.register(addressOf('stranger')))
    const agentId = 4n
    const clients = Array.from({ length: 101 }, (_, n) => clientOf(n))
    await at.send(
      ...clients.flatMap((client, n) => [0, 1, 2, 3, 4].map((i) => at.give({ agentId, client, value: BigInt(n * i) }))),
    )
    await at.indexed()
    const { graph } = await graphOf(`agentId=${agentId}`)
    expect(idsOf(graph, 'feedback')).toHaveLength(500)
    expect(graph.truncated).toBe(true)
    expect(graph.summary).toMatchObject({
      totalFeedback: 505,
      totalReviewers: 101,
      averageValue: '100',
      truncated: false,
    })
  })
})

describe('postSocialReputationGraph', () => {
  it('builds the same graph from a body', async () => {
    const given = await dataOf(await post({ agentId: 0, tag1: 'uptime', store: false }, await session()))
    expect(given.graph.summary).toMatchObject({ totalFeedback: 1, displayValue: '99.77' })
    expect(given.storageStatus).toBe('skipped')
  })

  it('takes an id beyond 2^53 as digits, and answers the graph where nothing can be stored', async () => {
    const headers = await session()
    const far = await post({ agentId: String(2n ** 60n) }, headers)
    expect([far.status, far.headers.get('x-error-code')]).toEqual([404, 'agent_not_found'])
    const given = await dataOf(await post({ agentId: '0' }, headers))
    expect(['stored', 'unavailable']).toContain(given.storageStatus)
    expect(given.provenance.storeRequested).toBe(true)
  })
})

describe('error', () => {
  it('there is no graph of an agent that is not there', async () => {
    expect(await at.refusal(`${PATH}?agentId=999`)).toEqual([404, 'agent_not_found'])
  })

  it('says so if the index could not be read: its own parts are not zero', async () => {
    await expect
      .poll(async () => {
        await at.unindexed()
        const { graph, provenance } = await graphOf('agentId=0&tag1=uptime')
        return [provenance.indexBlock, graph.stats.revokedCount, graph.stats.firstAt, graph.summary.totalFeedback]
      })
      .toEqual([null, null, null, 1])
  })
})

describe('security', () => {
  it('nobody stores without a credential; reading needs none', async () => {
    expect(await at.refusal(`${PATH}?agentId=0&store=true`)).toEqual([401, 'unauthenticated'])
    expect((await at.get(`${PATH}?agentId=0`, { authorization: 'Bearer nobody' })).status).toBe(200)
    const own = await dataOf(await at.get(`${PATH}?agentId=0&store=true`, await session()))
    expect(own.provenance.storeRequested).toBe(true)
  })

  it('no page can make its visitor’s browser store', async () => {
    const { cookie } = await signIn(at.api, accountOf(at, 'voter'))
    const from = async (headers: Record<string, string>) =>
      (await at.get(`${PATH}?agentId=0&store=true`, { cookie, ...headers })).headers.get('x-error-code')
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe('forbidden_origin')
    expect(await from({ origin: 'https://evil.example' })).toBe('forbidden_origin')
  })
})

describe('storing', () => {
  /** Stores bytes under their hash, as the contract of a storage says, and counts requests. */
  function memoryStorage() {
    const kept = new Map<Hex, Uint8Array>()
    const state = { requests: 0, isUp: true }
    const storage: ArtifactStorage = {
      async store({ bytes }) {
        state.requests++
        await Promise.resolve()
        if (!state.isUp) return { status: 'unavailable', error: 'the storage does not answer' }
        const key = sha256(bytes)
        kept.set(key, bytes)
        const artifact: StoredArtifact = {
          sha256: key,
          keccak256: keccak256(bytes),
          uri: `storage://${key}`,
          gatewayUrl: `https://gateway.example/${key}`,
          storageKey: `${key}#${state.requests}`,
          statusUrl: null,
        }
        return { status: 'stored', artifact }
      },
    }
    return { kept, state, storage }
  }

  it('keeps canonical JSON, the same graph once however many ask for it, and another one beside it', async () => {
    const d1 = await migratedD1()
    const { kept, state, storage } = memoryStorage()
    const context = { graphs: createReputationGraphs(d1), storage, now: Date.now }
    const { graph } = await graphOf('agentId=0')
    const own = {
      chain: 1,
      registry: at.reputationRegistry,
      agentId: 0n,
      params: { tag1: '' },
      principal: sessionOf(addressOf('voter')),
    } as const
    state.isUp = false
    expect(await storeGraph(context, { ...own, graph })).toMatchObject({ storageStatus: 'unavailable' })
    state.isUp = true
    const racing = await Promise.all([1, 2, 3].map(() => storeGraph(context, { ...own, graph })))
    expect(new Set(racing.map((one) => JSON.stringify(one))).size).toBe(1)
    const requests = state.requests
    const later = { ...graph, blockNumber: '999999', generatedAt: '2030-01-01T00:00:00.000Z' }
    expect(await storeGraph(context, { ...own, graph: later })).toEqual(racing[0])
    expect(state.requests).toBe(requests)
    const [bytes] = kept.values()
    expect(new TextDecoder().decode(bytes)).toBe(canonicalJson(graph))
    expect(racing[0]).toMatchObject({ storage: { keccak256: keccak256(toHex(canonicalJson(graph))) } })
    const other = await storeGraph(context, { ...own, graph: { ...graph, truncated: true } })
    expect(other).not.toEqual(racing[0])
  })
})

it('the mean is the registry’s', async () => {
  const { graph } = await graphOf('agentId=0&includeRevoked=true')
  const [count, value, decimals] = await readContract(createClient({ transport: http(at.rpcUrl) }), {
    address: at.reputationRegistry,
    abi: parseAbi([
      'function getSummary(uint256, address[], string, string) view returns (uint64 count, int128 value, uint8 decimals)',
    ]),
    functionName: 'getSummary',
    args: [0n, (['voter', 'bidder', 'borrower'] as const).map((role) => addressOf(role)), '', ''],
  })
  expect([graph.summary.totalFeedback, graph.summary.averageValue, graph.summary.averageValueDecimals]).toEqual([
    Number(count),
    String(value),
    decimals,
  ])
})
