import { createClient, http, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { requestsWith } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { clientOf } from './feedbackWorld.ts'
import { startFeedbackNet } from './startFeedbackNet.ts'
import { useNet } from '../../support/useNet.ts'

const at = useNet(() => startFeedbackNet(['agents']))
beforeEach(() => at.proxy.reset())

/** `readAllFeedback` and `readFeedback`. */
const [READ_ALL, READ_ONE] = ['d9d84224', '232b0810']
const MOST = 10n ** 38n
/** Registers an agent that has no feedback; its id. */
async function newAgent(): Promise<bigint> {
  const agentId = await countAgents()
  await at.send(at.register(addressOf('agent')))
  return agentId
}
/** How many agents there are, which is the next one's id. */
async function countAgents(): Promise<bigint> {
  const client = createClient({ transport: http(at.rpcUrl) })
  const abi = parseAbi(['function ownerOf(uint256) view returns (address)'])
  for (let id = 0n; ; id++) {
    const owner = await readContract(client, {
      address: at.world.contracts.identityRegistry,
      abi,
      functionName: 'ownerOf',
      args: [id],
    }).catch(() => null)
    if (owner === null) return id
  }
}

const summaryOf = (agentId: bigint, clients: readonly `0x${string}`[], tag1 = '') =>
  readContract(createClient({ transport: http(at.rpcUrl) }), {
    address: at.reputationRegistry,
    abi: parseAbi([
      'function getSummary(uint256, address[], string, string) view returns (uint64 count, int128 value, uint8 decimals)',
    ]),
    functionName: 'getSummary',
    args: [agentId, [...clients], tag1, ''],
  })

describe('mode=summary', () => {
  it('is the registry’s own mean, with how many clients are behind it, in one upstream request', async () => {
    const data = await at.feedback('agentId=0')
    const clients = (['voter', 'bidder', 'borrower'] as const).map((role) => addressOf(role))
    const [count, value, decimals] = await summaryOf(0n, clients)
    expect(data).toMatchObject({
      mode: 'summary',
      agentId: 0,
      chainId: 31337,
      reputationRegistry: at.reputationRegistry,
      asOf: { source: 'rpc' },
      summary: { agentId: 0, count: Number(count), summaryValue: String(value), summaryValueDecimals: decimals },
      totalClients: 3,
      topClientShareBps: 3333,
      label: null,
      truncated: false,
    })
    expect(requestsWith(at.proxy, READ_ALL)).toBe(1)
  })

  it('is of those with the tags, or of one client; and nobody’s feedback is no mean', async () => {
    expect(await at.feedback('agentId=0&tag1=starred')).toMatchObject({ summary: { displayValue: '27', count: 2 } })
    expect(await at.feedback('agentId=0&tag1=starred&tag2=vaults')).toMatchObject({ summary: { displayValue: '87' } })
    const one = await at.feedback(`agentId=0&client=${addressOf('bidder')}`)
    expect(one).toMatchObject({ summary: { displayValue: '-32.5' }, totalClients: 1, topClientShareBps: 10_000 })
    const none = {
      summary: { count: 0, summaryValue: '0', displayValue: '0' },
      totalClients: 0,
      topClientShareBps: null,
    }
    expect(await at.feedback('agentId=0&tag1=starre')).toMatchObject(none)
    expect(await at.feedback(`agentId=0&client=${clientOf(1)}`)).toMatchObject(none)
    expect(await at.feedback(`agentId=${await newAgent()}`)).toMatchObject({ ...none, label: null })
  })

  it('never counts what was revoked, whatever includeRevoked says', async () => {
    const [a, b] = [await at.feedback('agentId=0'), await at.feedback('agentId=0&includeRevoked=true')]
    expect({ ...b, asOf: null }).toEqual({ ...a, asOf: null })
  })

  it('shows that many pieces of feedback are one client’s', async () => {
    const agentId = await newAgent()
    const give = (n: number, value: bigint) =>
      at.give({ agentId, client: clientOf(n), value, tag1: 'technical-review' })
    await at.send(give(1, 5n), give(1, 5n), give(1, 5n), give(2, 1n))
    expect(await at.feedback(`agentId=${agentId}&tag1=technical-review`)).toMatchObject({
      summary: { displayValue: '4' },
      totalClients: 2,
      topClientShareBps: 7500,
      label: 'Good',
    })
  })

  it('has a mean for each first tag, which mixes no scales, of the 20 tags that most feedback has', async () => {
    const [agentId, many] = [await newAgent(), await newAgent()]
    const ofAgent =
      (agent: bigint) =>
      (value: bigint, tag1: string, decimals = 0) =>
        at.give({ agentId: agent, client: clientOf(1), value, tag1, decimals })
    const [give, giveMany] = [ofAgent(agentId), ofAgent(many)]
    await at.send(give(4n, 'technical-review'), give(100n, 'starred'), give(905n, 'starred', 1), give(90n, 'starred'))
    const stars = { tag1: 'technical-review', count: 1, displayValue: '4', label: 'Good' }
    expect(await at.feedback(`agentId=${agentId}`)).toMatchObject({
      byTag: [{ tag1: 'starred', count: 3, summaryValue: '93', summaryValueDecimals: 0, label: null }, stars],
    })
    expect(await at.feedback(`agentId=${agentId}&tag1=technical-review`)).toMatchObject({ byTag: [stars] })
    await at.send(...Array.from({ length: 25 }, (_, n) => giveMany(BigInt(n), `tag ${n % 24}`)))
    const { byTag, summary } = Object(await at.feedback(`agentId=${many}`))
    expect([byTag.length, byTag[0].tag1, byTag[0].count, summary.count]).toEqual([20, 'tag 0', 2, 25])
  })

  it('is exact over 450 clients, and of values at both ends', async () => {
    const agentId = await newAgent()
    const clients = Array.from({ length: 450 }, (_, n) => clientOf(1000 + n))
    await at.send(
      ...clients.map((client, n) => at.give({ agentId, client, value: BigInt(n * n) - 50_000n, decimals: n % 4 })),
    )
    const [count, value, decimals] = await summaryOf(agentId, clients)
    at.proxy.reset()
    expect(await at.feedback(`agentId=${agentId}`)).toMatchObject({
      summary: { count: Number(count), summaryValue: String(value), summaryValueDecimals: decimals },
      totalClients: 450,
      truncated: false,
      asOf: { source: 'rpc' },
    })
    expect(requestsWith(at.proxy, READ_ALL)).toBe(1)
    const list = await at.feedback(`agentId=${agentId}&mode=all`)
    expect(list).toMatchObject({ count: 450, total: 450, truncated: false })
    const extreme = await newAgent()
    for (const [n, decimals] of [0, 18].entries())
      await at.send(
        at.give({ agentId: extreme, client: clientOf(2 * n), value: MOST, decimals, tag1: `d${decimals}` }),
        at.give({ agentId: extreme, client: clientOf(2 * n + 1), value: -MOST, decimals, tag1: `d${decimals}` }),
        at.give({ agentId: extreme, client: clientOf(2 * n), value: -MOST, decimals, tag1: `d${decimals}` }),
      )
    for (const [tag, shown] of [
      ['d0', `-${MOST / 3n}`],
      ['d18', '-33333333333333333333.333333333333333333'],
    ])
      expect(await at.feedback(`agentId=${extreme}&tag1=${tag}`)).toMatchObject({ summary: { displayValue: shown } })
  })

  it('is exact beyond int128, where getSummary() of the registry keeps the lowest 128 bits alone', async () => {
    const agentId = await newAgent()
    const clients = [0, 1, 2].map(clientOf)
    await at.send(
      ...clients.map((client, n) =>
        at.give({ agentId, client, value: n === 0 ? MOST : 0n, decimals: n === 0 ? 0 : 18 }),
      ),
    )
    const answer = await at.feedback(`agentId=${agentId}`)
    if (answer.mode !== 'summary') throw new Error(answer.mode)
    const mean = (MOST * 10n ** 18n) / 3n
    expect(answer.summary).toMatchObject({ count: 3, summaryValue: String(mean), summaryValueDecimals: 18 })
    expect(await summaryOf(agentId, clients)).toEqual([3n, BigInt.asIntN(128, mean), 18])
    expect(BigInt.asIntN(128, mean)).not.toBe(mean)
  })
})

describe('mode=all', () => {
  it('lists what the registry has, and what was revoked on request', async () => {
    const data = await at.feedback('agentId=0&mode=all')
    expect(data).toMatchObject({ count: 3, total: 3, truncated: false, asOf: { source: 'rpc' } })
    const all = await at.feedback('agentId=0&mode=all&includeRevoked=true&tag1=starred')
    if (all.mode !== 'all') throw new Error(all.mode)
    expect(
      all.feedback.map(({ displayValue, feedbackIndex, isRevoked }) => [displayValue, feedbackIndex, isRevoked]),
    ).toEqual([
      ['87', 1, false],
      ['12', 2, true],
      ['-32.5', 1, false],
    ])
  })

  it('has at most 500 entries, and says how many there are', async () => {
    const agentId = await newAgent()
    const clients = Array.from({ length: 101 }, (_, n) => clientOf(n))
    await at.send(
      ...clients.flatMap((client) => Array.from({ length: 5 }, () => at.give({ agentId, client, value: 1n }))),
    )
    expect(await at.feedback(`agentId=${agentId}&mode=all`)).toMatchObject({ count: 500, total: 505, truncated: true })
  })
})

describe('mode=single', () => {
  it('is one piece with its document compared to its hash, in one upstream request', async () => {
    await at.indexed()
    at.proxy.reset()
    const data = await at.feedback(`agentId=0&mode=single&client=${addressOf('bidder')}&feedbackIndex=1`)
    expect(data).toMatchObject({
      feedback: {
        id: `0:${addressOf('bidder').toLowerCase()}:1`,
        value: '-325',
        valueDecimals: 1,
        endpoint: 'https://agent-0.example',
        responses: 1,
        isRevoked: false,
        omitted: [],
        hashCheck: 'match',
        label: null,
      },
      displayValue: '-32.5',
      label: null,
    })
    expect(requestsWith(at.proxy, READ_ONE)).toBe(1)
    expect(await at.feedback(`agentId=0&mode=single&client=${addressOf('voter')}&feedbackIndex=2`)).toMatchObject({
      feedback: { isRevoked: true, responses: 0 },
    })
  })

  it('is that of the only client who has such an entry; several are named, at most eight', async () => {
    const agentId = await newAgent()
    const give = (n: number, value: bigint) => at.give({ agentId, client: clientOf(n), value })
    await at.send(give(1, 5n), give(1, 6n), give(2, 1n))
    const one = (query: string) => at.get(`/v1/agents/feedback?agentId=${agentId}&mode=single&${query}`)
    const clients = async (query: string) =>
      [...(await (await one(query)).text()).matchAll(/0x[0-9a-fA-F]{40}/g)].length
    const whole = [
      async (round: number) => {
        await at.indexed()
        return `limit=${round}`
      },
      async (round: number) => {
        await at.unindexed()
        return `limit=${round}`
      },
    ]
    for (const [round, prepare] of whole.entries()) {
      const fresh = await prepare(round + 1)
      const found = await (await one(`feedbackIndex=2&${fresh}`)).json()
      expect(found).toMatchObject({
        data: { feedback: { id: `${agentId}:${clientOf(1).toLowerCase()}:2`, value: '6' } },
      })
      const several = await one(`feedbackIndex=1&${fresh}`)
      expect([several.status, several.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
      expect(await clients(`feedbackIndex=1&${fresh}`)).toBe(2)
      expect((await one(`feedbackIndex=3&${fresh}`)).status).toBe(404)
      expect((await one(`feedbackIndex=0&${fresh}`)).status).toBe(404)
    }
    await at.send(...Array.from({ length: 9 }, (_, n) => give(10 + n, 1n)))
    await at.indexed()
    expect(await clients('feedbackIndex=1&limit=3')).toBe(8)
    expect(await at.refusal('/v1/agents/feedback?agentId=999&mode=single&feedbackIndex=1')).toEqual([
      404,
      'agent_not_found',
    ])
  })

  it('asks the registry about at most 200 clients; the index knows more', async () => {
    const agentId = await newAgent()
    const clients = Array.from({ length: 201 }, (_, n) => clientOf(5000 + n))
    await at.send(...clients.map((client) => at.give({ agentId, client, value: 1n })))
    await at.send(at.give({ agentId, client: clientOf(5200), value: 7n }))
    const one = (query: string) => `/v1/agents/feedback?agentId=${agentId}&mode=single&feedbackIndex=2&${query}`
    await expect
      .poll(async () => {
        // The job may have run in between.
        await at.unindexed()
        return at.refusal(one('limit=1'))
      })
      .toEqual([400, 'invalid_request'])
    await at.indexed()
    expect(await (await at.get(one('limit=2'))).json()).toMatchObject({ data: { feedback: { value: '7' } } })
    expect(await at.refusal(one('limit=3').replace('feedbackIndex=2', 'feedbackIndex=3'))).toEqual([
      404,
      'feedback_not_found',
    ])
  })

  it('needs an index, and 404s for one that is not there, 0 among them', async () => {
    const one = (query: string) => at.refusal(`/v1/agents/feedback?agentId=0&mode=single&${query}`)
    const client = `client=${addressOf('bidder')}`
    expect(await one(client)).toEqual([400, 'invalid_request'])
    for (const index of ['0', '2', '999999999999999'])
      expect(await one(`${client}&feedbackIndex=${index}`)).toEqual([404, 'feedback_not_found'])
    expect(await one(`client=${clientOf(1)}&feedbackIndex=1`)).toEqual([404, 'feedback_not_found'])
  })
})

describe('mode=indexed', () => {
  it('is a sorted page of the index, with what only the events have', async () => {
    await at.indexed()
    const data = await at.feedback('agentId=0&mode=indexed&orderBy=value&order=asc&includeRevoked=true&limit=3')
    if (data.mode !== 'indexed') throw new Error(data.mode)
    expect(data).toMatchObject({ total: 4, limit: 3, offset: 0, source: 'index', asOf: { source: 'index' } })
    expect(data.feedback.map(({ displayValue, hashCheck }) => [displayValue, hashCheck])).toEqual([
      ['-32.5', 'match'],
      ['12', 'match'],
      ['87', 'match'],
    ])
    for (const { createdAt, updatedAt, transactionHash } of data.feedback) {
      expect(Date.parse(updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(createdAt ?? ''))
      expect(transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    }
    const rest = await at.feedback(
      'agentId=0&mode=indexed&orderBy=value&order=asc&includeRevoked=true&limit=3&offset=3',
    )
    expect(rest).toMatchObject({ feedback: [{ displayValue: '99.77' }] })
    expect(await at.feedback('agentId=0&mode=indexed&limit=0')).toMatchObject({ limit: 1, total: 3 })
    expect(await at.feedback(`agentId=0&mode=indexed&client=${addressOf('voter')}`)).toMatchObject({ total: 1 })
  })

  it('distinguishes another document from a missing one', async () => {
    const agentId = await newAgent()
    const hash = `0x${'ab'.repeat(32)}` as const
    const client = clientOf(5)
    await at.send(
      at.give({ agentId, client, value: 1n, uri: 'data:text/plain,hello', hash }),
      at.give({ agentId, client, value: 2n, uri: 'ipfs://bafy' }),
      at.give({ agentId, client, value: 3n, hash }),
      at.give({ agentId, client, value: 4n, uri: 'data:text/plain;base64,%%%', hash }),
      at.give({ agentId, client, value: 5n, uri: `https://a.example/${'x'.repeat(9000)}`, hash }),
    )
    await at.indexed()
    const data = await at.feedback(`agentId=${agentId}&mode=indexed&order=asc`)
    if (data.mode !== 'indexed') throw new Error(data.mode)
    expect(data.feedback.map(({ hashCheck, omitted }) => [hashCheck, ...omitted])).toEqual([
      ['mismatch'],
      ['absent'],
      ['absent'],
      ['unavailable'],
      ['unavailable', 'feedbackUri'],
    ])
  })

  it('is 503 while the index is of no use, never an empty list; the others read the registry', async () => {
    await at.indexed()
    let offset = 1
    await expect
      .poll(async () => {
        await at.unindexed()
        return at.refusal(`/v1/agents/feedback?agentId=0&mode=indexed&offset=${offset++}`)
      })
      .toEqual([503, 'feedback_index_unavailable'])
    expect(await at.feedback('agentId=0&mode=all&tag2=month')).toMatchObject({ count: 1 })
    await at.indexed()
  })
})

describe('error', () => {
  it.each([
    [`agentId=${2n ** 256n}`, 400, 'invalid_request'],
    [`agentId=0&tag1=${'t'.repeat(65)}`, 400, 'invalid_request'],
    ['agentId=0&limit=201', 400, 'invalid_request'],
    ['agentId=0&offset=10001', 400, 'invalid_request'],
    ['agentId=999', 404, 'agent_not_found'],
    ['agentId=999&mode=all', 404, 'agent_not_found'],
    [`agentId=999&mode=single&client=${clientOf(1)}&feedbackIndex=1`, 404, 'agent_not_found'],
    ['agentId=999&mode=indexed', 404, 'agent_not_found'],
    [`agentId=${2n ** 256n - 1n}`, 404, 'agent_not_found'],
  ])('%s is %i %s', async (query, status, code) => {
    await at.indexed()
    expect(await at.refusal(`/v1/agents/feedback?${query}`)).toEqual([status, code])
  })

  it('comes from the index, as of its block, while no node answers; what the index cannot know is an outage', async () => {
    await at.indexed()
    at.proxy.mode = 'drop'
    expect(await at.feedback('agentId=1&tag2=bridges')).toMatchObject({
      summary: { count: 1 },
      asOf: { source: 'index' },
    })
    expect((await at.refusal('/v1/agents/feedback?agentId=998'))[0]).toBe(502)
    expect(
      (await at.refusal(`/v1/agents/feedback?agentId=0&mode=single&client=${clientOf(9)}&feedbackIndex=1`))[0],
    ).toBe(502)
  })

  it('is exact from the index where the registry is more than a node returns, and otherwise says what is missing', async () => {
    const agentId = await newAgent()
    const tag1 = 'a-tag-of-some-length'
    const clients = Array.from({ length: 450 }, (_, n) => clientOf(3000 + n))
    await at.send(...clients.map((client, n) => at.give({ agentId, client, value: BigInt(n), tag1 })))
    await at.indexed()
    const [count, value] = await summaryOf(agentId, clients)
    at.proxy.mode = { gas: 6_000_000 }
    const fromIndex = await at.feedback(`agentId=${agentId}`)
    expect(fromIndex).toMatchObject({
      summary: { count: Number(count), summaryValue: String(value) },
      totalClients: 450,
      truncated: false,
      asOf: { source: 'index' },
    })
    const ofTag = `agentId=${agentId}&tag1=${tag1}`
    const inPages = async () => {
      await at.unindexed()
      return at.feedback(ofTag)
    }
    await expect.poll(inPages).toMatchObject({
      summary: { count: 450, summaryValue: String(value) },
      truncated: false,
      asOf: { source: 'rpc' },
    })
    // Less than a call of 200 clients needs: nothing is known, which is not nothing.
    at.proxy.mode = { gas: 1_000_000 }
    let turn = 0
    await expect
      .poll(async () => {
        // The job may have run in between; the last good answer under this key would stand in.
        await at.unindexed()
        return at.refusal(`/v1/agents/feedback?${ofTag}&limit=${turn++}`)
      })
      .toEqual([502, 'upstream_failed'])
  })
})

describe('security', () => {
  it('texts of strangers show nothing that a reader does not see', async () => {
    const agentId = await newAgent()
    await at.send(
      at.give({
        agentId,
        client: clientOf(1),
        value: 1n,
        tag1: 'go\u202eod\u200b',
        endpoint: 'https://a.example/\u200b',
      }),
    )
    await at.indexed()
    for (const mode of ['all', 'indexed', `single&client=${clientOf(1)}&feedbackIndex=1`]) {
      const answer = await (await at.get(`/v1/agents/feedback?agentId=${agentId}&mode=${mode}`)).text()
      expect(answer).toContain('"good"')
      expect(answer).not.toMatch(/[\u200b\u202e]/)
    }
  })

  it('a registry of another kind, or of other agents, is not believed', async () => {
    const code = await ask(at.rpcUrl, 'eth_getCode', at.reputationRegistry, 'latest')
    await ask(at.rpcUrl, 'anvil_setCode', at.reputationRegistry, '0x')
    expect(await at.refusal('/v1/agents/feedback?agentId=0&mode=all&tag1=none')).toEqual([503, 'role_not_configured'])
    await ask(at.rpcUrl, 'anvil_setCode', at.reputationRegistry, code)
  })
})
