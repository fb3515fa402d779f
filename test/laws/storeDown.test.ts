import { beforeAll, expect, test } from 'vitest'
import { operations } from './live.ts'
import {
  faultOfAnswer,
  faultOfOutage,
  refusedIn,
  startOutages,
  type Exchange,
  unknownIn,
  type Values,
} from './outages.ts'
import { useNet } from '../support/useNet.ts'

/** From the node, in place of the log index. */
const ofNode: Values = { 'data.asOf.source': 'rpc' }

/** Operations that ask D1 and do without it, and the values that say so. */
const WITHOUT_D1: Readonly<Record<string, Values>> = {
  getStatus: { 'data.status': 'down', 'data.store.state': 'down', 'data.index.state': 'unknown' },
  getProtocolStatus: { 'data.sections[3].checks[0].status': 'fail' },
  listExploreVaults: { ...ofNode, 'data.items[0].volumeUsd': null },
  getAuctionActivity: ofNode,
  listAuctionRecentBids: ofNode,
  getLotteryGlobal: { ...ofNode, 'data.missing.entrySources': 'index_not_available' },
  getLotteryLive: { ...ofNode, 'data.inbox': null, 'data.health.status': 'degraded' },
  listLotteryRecentWinners: { ...ofNode, 'data.dataSource': 'rpc' },
  listLotteryRecentEntries: { ...ofNode, 'data.dataSource': 'rpc' },
  resolveName: {
    'data.unread': ['handles', 'auctions', 'agents', 'lookalikes'].map((part) => ({
      part,
      reason: 'store_unavailable',
    })),
  },
  getWalletContext: {
    'data.unread': ['credits', 'bids', 'agents', 'tickets', 'rooms'].map((part) => ({
      part,
      reason: 'store_unavailable',
    })),
  },
  // Its report is kept for later requests, which then make their own.
  getAgentIdentityVerification: {},
  getAgentProfile: { 'data.errors[0].code': 'store_unavailable', 'data.feedback.latestReviewArtifact': null },
  // Paid for: the file that it builds is the caller's to publish.
  reviewAgentFeedback: { 'data.feedback.storageStatus': 'unavailable' },
  getSocialReputationGraph: { ...ofNode, 'data.graph.stats.revokedCount': null },
  postSocialReputationGraph: { ...ofNode, 'data.graph.stats.revokedCount': null },
  buildSocialFeedbackPayload: { 'data.storageStatus': 'unavailable', 'data.feedbackURI': null },
  preflightChatCommand: { 'data.allowed': false, 'data.guardCategory': 'runtime_unavailable', 'data.role': null },
  // A line of its telemetry is lost.
  createMiniappSession: {},
  // JSON-RPC has its own errors.
  callPaymaster: { 'error.code': -32000 },
}

/** The same for Durable Objects other than the counters of the limiter. */
const WITHOUT_OBJECTS: Readonly<Record<string, Values>> = {
  getWalletContext: { 'data.credits': null, 'data.unread': [{ part: 'credits', reason: 'store_unavailable' }] },
  preflightChatCommand: { 'data.allowed': false, 'data.guardCategory': 'runtime_unavailable', 'data.role': null },
}

/** Rows that stay although an object fails: a line of telemetry, and what the same request then finds done. */
const KEEPS: Readonly<Record<string, true>> = { createMiniappSession: true, completeChatappLink: true }

let withoutD1: Exchange[]
let withoutObjects: Exchange[]
let withoutLimiter: Exchange[]
let again: Exchange[]
const world = useNet(() => startOutages())
beforeAll(async () => {
  // Each finds what the one before it refused as it was.
  withoutLimiter = await world.askWithout((store) => store === 'LIMIT_COUNTER')
  withoutObjects = await world.askWithout((store) => store !== 'D1' && store !== 'LIMIT_COUNTER')
  withoutD1 = await world.askWithout((store) => store === 'D1')
  // An operation that does without D1 has answered already.
  again = await world.askAll(refusedIn([...withoutD1, ...withoutObjects]).filter(({ id }) => !(id in WITHOUT_D1)))
})

/** Faults of answers without a store: an operation that called it is a declared outage, or says how it does without. */
async function faultsWithout(
  exchange: readonly Exchange[],
  does: Readonly<Record<string, Values>>,
  isStore: (store: string) => boolean,
) {
  const faults = await Promise.all(
    exchange.map((one) => {
      const queried = [...one.stores].some(isStore)
      return queried && !(one.id in does) ? faultOfOutage(one, 'store_unavailable') : faultOfAnswer(one, does[one.id])
    }),
  )
  return faults.flat()
}

test('while D1 fails, each operation that calls it is a declared outage or says how it does without, and all others answer', async () => {
  expect(await faultsWithout(withoutD1, WITHOUT_D1, (store) => store === 'D1')).toEqual([])
  expect(withoutD1).toHaveLength(operations.length)
})

test('while Durable Objects fail, each operation that calls one is a declared outage or says how it does without', async () => {
  expect(await faultsWithout(withoutObjects, WITHOUT_OBJECTS, (store) => store !== 'D1')).toEqual([])
  expect(withoutObjects).toHaveLength(operations.length)
})

test('while requests cannot be counted, reads are answered, and nothing else is done', async () => {
  const faults = await Promise.all(
    withoutLimiter.map((exchange) =>
      exchange.operation.method === 'get' ? faultOfAnswer(exchange) : faultOfOutage(exchange, 'limiter_unavailable'),
    ),
  )
  expect(faults.flat()).toEqual([])
})

test('an outage has written nothing', () => {
  const refused = (exchange: readonly Exchange[]) => {
    const ids = new Set(refusedIn(exchange).map(({ id }) => id))
    return exchange.filter(({ id, changes }) => ids.has(id) && changes > 0 && !(id in KEEPS))
  }
  const wrote = [withoutD1, withoutObjects, withoutLimiter].flatMap(refused)
  expect(wrote.map(({ id, changes }) => `${id}: ${changes} rows`)).toEqual([])
})

test('an outage has used nothing up: the same request is answered once the stores are back', () => {
  expect(again.flatMap((exchange) => faultOfAnswer(exchange))).toEqual([])
  expect(again.length).toBeGreaterThan(0)
})

test('each exception is an operation', () => {
  expect(unknownIn({ ...WITHOUT_D1, ...WITHOUT_OBJECTS, ...KEEPS })).toEqual([])
})
