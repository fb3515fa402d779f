import { isAddressEqual, parseEther, zeroHash, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../localnet/world/accounts.ts'
import { bid, tickAt } from '../../localnet/world/auctions.ts'
import { MSGNET } from '../agents/rooms/startRoomNet.ts'
import { startLotteryNet } from '../lottery/startLotteryNet.ts'
import { seeded } from '../support/seeded.ts'
import { readerAt } from '../vault/readerAt.ts'
import { useNet } from '../support/useNet.ts'

/**
 * Every answer that joins the log index with the node, while the index is held back by a few blocks: an event is in every
 * answer as of its block.
 */
const net = useNet(() => startLotteryNet({ families: ['account', 'agents', 'auction', 'lottery', 'social', 'vault'] }))
beforeAll(() => net.indexed())

const random = seeded('one block')
const RESPONSE = 'https://lantern.example/response'
const ENDPOINT = 'https://lantern.example/endpoint'
const BID = 123_456_789n

/** From now on the index stays where it is: what its job commits is refused. */
const hold = () =>
  net.d1
    .prepare(
      `create trigger held before update of next_block on index_streams begin select raise(abort, 'the index is held'); end`,
    )
    .run()
const release = async () => {
  await net.d1.prepare('drop trigger if exists held').run()
  await net.runSchedule('core')
}

const Data = z.looseObject({ asOf: z.looseObject({ blockNumber: z.string() }) })
async function get(path: string) {
  const response = await fetch(`${net.api}${path}`)
  const json: unknown = await response.json()
  const code = response.headers.get('x-error-code')
  if (response.status !== 200) return { status: response.status, code, block: null, data: null, response }
  const { data } = z.object({ data: Data }).parse(json)
  return { status: 200, code, block: Number(data.asOf.blockNumber), data, response }
}
type Got = NonNullable<Awaited<ReturnType<typeof get>>['data']>

/** The array of objects at a path of keys; empty if it is missing. */
function listAt(data: unknown, ...keys: string[]): Record<string, unknown>[] {
  const found = keys.reduce<unknown>((value, key) => Object(value)[key], data)
  return Array.isArray(found) ? found.map((one) => Object(one)) : []
}
const at = (data: unknown, ...keys: string[]): unknown => keys.reduce<unknown>((value, key) => Object(value)[key], data)

/** A response, a review, a bid, an entry, a win, a free entry, a vault and a transfer, each in a block of its own. */
async function happen() {
  const { reputationRegistry, auction, registry, wrapper, oracle, gaugeController } = net.world.contracts
  const { chain, contract } = net
  const reputation = chain.at('ReputationRegistry', reputationRegistry)
  await chain.send('agent', reputation, 'appendResponse', [0, addressOf('voter'), 1, RESPONSE, zeroHash])
  const review = [0, 4, 0, 'technical-review', '', ENDPOINT, '', zeroHash]
  await chain.send('stranger', reputation, 'giveFeedback', review)
  const offer = { maxPrice: tickAt(parseEther('0.01'), parseEther('0.0001')), amount: BID, native: true }
  await bid(chain, chain.at('ContinuousClearingAuction', auction), { from: 'owner', ...offer })
  await net.decide(BigInt(before.requestId), 0n)
  await net.buy('stranger', '1000')
  await net.relay('voter', '5')
  const coin = await chain.deploy('CreatorCoin', ['Held', 'HELD', '', 1n, addressOf('owner')])
  const vault = await chain.deploy('CreatorVault', [coin.address, 'Held vault', 'HV', addressOf('owner'), 1])
  const parts = [coin.address, vault.address, vault.address, wrapper, oracle, gaugeController]
  await chain.send('owner', chain.at('Registry', registry), 'registerToken', [...parts, 0])
  const holder = random.account().address
  await chain.send('bidder', contract('shareToken'), 'transfer', [holder, 10n ** 21n])
  const { number, timestamp } = await chain.latest()
  const arrived = new Date(Number(timestamp) * 1000).toISOString()
  return { vault: vault.address, holder, arrived, block: Number(number) }
}
type Happened = Awaited<ReturnType<typeof happen>>

const before = { requestId: '', amoe: 0 }
const isStranger = (address: unknown): boolean =>
  typeof address === 'string' && isAddressEqual(z.custom<Address>().parse(address), addressOf('stranger'))

interface Case {
  readonly name: string
  readonly path: (happened: Happened) => string
  readonly has: (data: Got, happened: Happened) => boolean
}
const CASES: readonly Case[] = [
  {
    name: 'getSocialReputationGraph',
    path: () => '/social/reputation-graph?agentId=0',
    has: (data) => listAt(data, 'graph', 'edges').some((edge) => at(edge, 'data', 'responseUri') === RESPONSE),
  },
  {
    name: 'getAgentFeedback, single',
    path: () => `/v1/agents/feedback?agentId=0&mode=single&client=${addressOf('stranger')}&feedbackIndex=1`,
    has: (data) => at(data, 'feedback', 'endpoint') === ENDPOINT,
  },
  {
    name: 'getAgentFeedback, indexed',
    path: () => '/v1/agents/feedback?agentId=0&mode=indexed',
    has: (data) => listAt(data, 'feedback').some(({ endpoint }) => endpoint === ENDPOINT),
  },
  {
    name: 'getAgentProfile',
    path: () => '/v1/agents/profile?agentId=0',
    has: (data) =>
      isStranger(at(data, 'feedback', 'latestReviewArtifact', 'clientAddress')) &&
      at(data, 'feedback', 'summary', 'totalFeedback') === 4,
  },
  {
    name: 'getAgentCapabilities',
    path: ({ holder }) => `/v1/agents/capabilities?wallet=${holder}&shareToken=${net.world.contracts.shareToken}`,
    has: (data, { arrived }) =>
      listAt(data, 'memberships').some((one) => one['roomKey'] === MSGNET && one['qualifiedSince'] === arrived),
  },
  {
    name: 'listAuctionRecentBids',
    path: () => `/v1/auction/${net.world.contracts.auction}/recentBids`,
    has: (data) => listAt(data, 'bids').some(({ amount }) => amount === String(BID)),
  },
  {
    name: 'getAuctionActivity',
    path: () => `/v1/auction/${net.world.contracts.auction}/activity?kind=all`,
    has: (data) => listAt(data, 'activity').some(({ amount }) => amount === String(BID)),
  },
  {
    name: 'listLotteryRecentEntries',
    path: () => '/v1/lottery/recentEntries',
    has: (data) => listAt(data, 'events').some(({ user }) => isStranger(user)),
  },
  {
    name: 'listLotteryRecentWinners',
    path: () => '/v1/lottery/recentWinners',
    has: (data) => listAt(data, 'events').some(({ requestId }) => requestId === before.requestId),
  },
  {
    name: 'getLotteryLive',
    path: () => '/v1/lottery/live',
    has: (data) =>
      listAt(data, 'recentEntries').some(({ user }) => isStranger(user)) &&
      listAt(data, 'recentWinners').some(({ requestId }) => requestId === before.requestId),
  },
  {
    name: 'getLotteryGlobal',
    path: () => '/v1/lottery/global',
    has: (data) => at(data, 'config', 'entrySources', 'amoe') === String(before.amoe + 1),
  },
  {
    name: 'listExploreVaults',
    path: () => '/v1/explore/vaults?sort=new&time=1y',
    has: (data, { vault }) => listAt(data, 'items').some(({ vaultAddress }) => vaultAddress === vault),
  },
]

describe('while the index is behind the node', () => {
  let happened: Happened
  beforeAll(async () => {
    await net.buy('voter', '1000')
    await net.indexed()
    const [newest] = listAt((await get('/v1/lottery/recentEntries')).data, 'events')
    before.requestId = String(newest?.['requestId'])
    before.amoe = Number(at((await get('/v1/lottery/global')).data, 'config', 'entrySources', 'amoe'))
    await hold()
    happened = await happen()
  })
  afterAll(release)

  test.each(CASES)('$name has the events of its own block', async ({ path, has }) => {
    const { data, block, code, status } = await get(path(happened))
    expect([200, 503], code ?? '').toContain(status)
    if (data && Number(block) >= happened.block) expect(has(data, happened)).toBe(true)
  })

  test.each(CASES)('$name has those of a requested block, or says that it is behind', async ({ path, has }) => {
    const { data, code } = await get(`${path(happened)}&minBlock=${happened.block}`.replace(/^([^?]*)&/, '$1?'))
    if (data) expect(has(data, happened)).toBe(true)
    else expect(code).toBe('behind_requested_block')
  })

  test('what an auction has raised is of the block of its bids', async () => {
    const { auction } = net.world.contracts
    const { data, block } = await get(`/v1/auction/${auction}/activity`)
    expect(block).toBeLessThan(happened.block)
    const raisedAt = (number: number | null) =>
      readerAt(net.rpcUrl, String(number))(auction, 'currencyRaised() view returns (uint256)')
    expect(at(data, 'currencyRaised')).toBe(await raisedAt(block))
    expect(await raisedAt(happened.block)).not.toBe(await raisedAt(block))
  })

  test('a block that cannot exist yet is not waited for', async () => {
    const { code } = await get('/social/reputation-graph?agentId=0&minBlock=999999999')
    expect(code).toBe('behind_requested_block')
  })
})

describe('once the index has come to the node', () => {
  test('a block that was requested in between is answered', async () => {
    await hold()
    const reputation = net.chain.at('ReputationRegistry', net.world.contracts.reputationRegistry)
    await net.chain.send('agent', reputation, 'appendResponse', [0, addressOf('bidder'), 1, `${RESPONSE}/2`, zeroHash])
    const { number } = await net.chain.latest()
    const asking = get(`/social/reputation-graph?agentId=0&minBlock=${number}`)
    await release()
    const { data } = await asking
    expect(listAt(data, 'graph', 'edges').some((edge) => at(edge, 'data', 'responseUri') === `${RESPONSE}/2`)).toBe(
      true,
    )
  })

  test.each(CASES.filter(({ name }) => !name.endsWith('Capabilities') && !name.endsWith('Vaults')))(
    '$name has what happened',
    async ({ path, has }) => {
      await net.indexed()
      const nothing = { vault: '0x', holder: '0x', arrived: '', block: 0 } as const
      const { data } = await get(path(nothing))
      expect(data && has(data, nothing)).toBe(true)
    },
  )
})

describe('without the index', () => {
  test('the graph says that it lacks what the index knows, and nobody keeps it', () =>
    net.withStaleIndex(async () => {
      const { data, response } = await get('/social/reputation-graph?agentId=0&tag1=uptime')
      expect(at(data, 'provenance', 'indexBlock')).toBeNull()
      expect(response.headers.get('cache-control')).toBe('no-store')
    }))
})
