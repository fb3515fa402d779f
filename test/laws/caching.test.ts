import { beforeAll, expect, test } from 'vitest'
import type { CacheEntry } from '../../schema/operation.ts'
import { WORKER_NAMES } from '../../platform/workers.ts'
import { exampleOf } from './exampleCalls.ts'
import { at } from './json.ts'
import { operations, startLive } from './live.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

/** Longer than the requests of one operation take, shorter than the shortest stale window. */
const BLOCK_MS = 10_000

const cached = operations.flatMap(({ id, family, operation }) => {
  const cache = operation['x-cache']
  return cache ? [{ id, family, operation, cache }] : []
})

/** Bytes that never change may be kept for ever; a picture of another host is kept by the page that shows it. */
const KEPT_OTHERWISE: Readonly<Record<string, RegExp>> = {
  getSocialArtifact: /^public, max-age=31536000, immutable$/,
  getExternalImage: /^public, max-age=\d+$/,
}

/** Answers that never need a node, or that the log index has while none answers. */
const FROM_INDEX = [
  'getVaultHistory',
  'listExploreVaults',
  'listLotteryRecentWinners',
  'getAgentFeedback',
  'getSocialReputationGraph',
]

/** Answers of one operation: cold, again, to a caller who has it, to HEAD, and with no node, within its window and past it. */
interface Observed {
  readonly id: string
  readonly cache: CacheEntry
  readonly needsNode: boolean
  readonly cold: Heard
  readonly warm: Heard
  readonly known: Heard
  readonly head: Heard
  readonly within: Heard
  readonly past: Heard
}
interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly requests: number
}

const proxy = useRpcProxy()
const observed: Observed[] = []
const live = useNet(() =>
  startLive({
    budgets: {},
    blockTimeMs: BLOCK_MS,
    followsBlocks: false,
    nodeUrl: proxy.nodeUrl,
  }),
)
beforeAll(async () => {
  await live.runSchedule('core')
  for (const { id, family, operation, cache } of cached) {
    const worker = WORKER_NAMES.find((name) => name === family)
    if (worker === undefined) throw new Error(`no Worker ${family}`)
    const call = await exampleOf(id)(live)
    const ask = async (headers: Record<string, string> = {}, method = operation.method): Promise<Heard> => {
      const before = proxy.requests.length
      const answer = await live.send({ ...operation, method }, { ...call, headers: { ...call.headers, ...headers } })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, requests: proxy.requests.length - before }
    }
    const cold = await ask()
    const warm = await ask()
    const known = await ask({ 'if-none-match': cold.headers.get('etag') ?? '' })
    const head = await ask({}, 'head')
    proxy.mode = 'drop'
    const ahead = async (aheadMs: number) => {
      await live.changeTime(worker, { aheadMs })
      return ask()
    }
    const within = await ahead(BLOCK_MS + 1)
    const past = await ahead(1000 * (cache.sMaxAge + cache.staleWhileRevalidate) + BLOCK_MS)
    proxy.mode = 'pass'
    await live.changeTime(worker, {})
    const needsNode = 'RPC_URLS' in operation['x-needs'] && !FROM_INDEX.includes(id)
    observed.push({ id, cache, needsNode, cold, warm, known, head, within, past })
  }
})

/** Operations for which something does not hold, and their answers. */
const except = (
  holds: (one: Observed) => boolean,
  show: (one: Observed) => unknown,
  of: readonly Observed[] = observed,
): unknown[] => of.filter((one) => !holds(one)).map((one) => [one.id, show(one)])

const same = (a: Heard, b: Heard, ...names: readonly string[]) =>
  names.every((name) => a.headers.get(name) === b.headers.get(name))

test('a read that may be kept names its bytes, and says how long', () => {
  const saysHowLong = ({ id, cache, cold }: Observed) => {
    const { sMaxAge, staleWhileRevalidate } = cache
    const usual = `public, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`
    const given = cold.headers.get('cache-control') ?? ''
    return KEPT_OTHERWISE[id]?.test(given) ?? given === usual
  }
  expect(
    except(
      ({ cold }) => cold.status === 200,
      ({ cold }) => cold.text,
    ),
  ).toEqual([])
  expect(
    except(
      ({ cold }) => /^W\/"[^"]+"$/.test(cold.headers.get('etag') ?? ''),
      ({ cold }) => [...cold.headers],
    ),
  ).toEqual([])
  expect(except(saysHowLong, ({ cold }) => cold.headers.get('cache-control'))).toEqual([])
})

test('its next answer has the same bytes and headers, without a request to the node', () => {
  const isSame = ({ cold, warm }: Observed) =>
    warm.text === cold.text && same(warm, cold, 'etag', 'cache-control', 'content-type', 'vary', 'x-as-of-block')
  expect(except(isSame, ({ warm }) => [...warm.headers])).toEqual([])
  expect(
    except(
      ({ warm }) => warm.requests === 0,
      ({ warm }) => warm.requests,
    ),
  ).toEqual([])
})

test('who has it is answered 304, with its ETag and how long it may be kept, and no body', () => {
  const isKnown = ({ cold, known }: Observed) =>
    known.status === 304 &&
    known.text === '' &&
    known.headers.get('content-type') === null &&
    same(known, cold, 'etag', 'cache-control', 'x-as-of-block')
  expect(except(isKnown, ({ known }) => [known.status, ...known.headers])).toEqual([])
})

test('HEAD is answered its headers alone', () => {
  const isHead = ({ cold, head }: Observed) =>
    head.status === 200 && head.text === '' && same(head, cold, 'etag', 'cache-control', 'content-type')
  expect(except(isHead, ({ head }) => [head.status, ...head.headers])).toEqual([])
})

test('while no node answers it is served within its window, marked stale, and kept by nobody', () => {
  const standsIn = observed.filter(({ cache, needsNode }) => needsNode && cache.standIn !== false)
  const isStale = ({ cold, within }: Observed) =>
    within.status === 200 &&
    Number(within.headers.get('x-stale')) >= 1 &&
    within.headers.get('cache-control') === 'no-store' &&
    same(within, cold, 'etag', 'x-as-of-block') &&
    within.text === asStale(cold)
  expect(except(isStale, ({ within }) => [within.status, ...within.headers], standsIn)).toEqual([])
  expect(standsIn.length).toBeGreaterThan(20)
})

test('past its window, or where the last answer must not stand in, it is an outage', () => {
  const isOutage = ({ status, headers }: Heard) =>
    status === 502 && headers.get('x-error-code') === 'upstream_failed' && !headers.has('x-stale')
  const needing = observed.filter(({ id, needsNode }) => needsNode && !STILL_ANSWERS.includes(id))
  expect(
    except(
      ({ past }) => isOutage(past),
      ({ past }) => [past.status, past.text],
      needing,
    ),
  ).toEqual([])
  const never = needing.filter(({ cache }) => cache.standIn === false)
  expect(
    except(
      ({ within }) => isOutage(within),
      ({ within }) => [within.status, within.text],
      never,
    ),
  ).toEqual([])
})

test('what needs no node is not stale without one', () => {
  const others = observed.filter(({ needsNode }) => !needsNode)
  const isFresh = ({ within }: Observed) => within.status === 200 && !within.headers.has('x-stale')
  expect(except(isFresh, ({ within }) => [within.status, ...within.headers], others)).toEqual([])
})

/** These say in their answer what is not known without a node, or since when. */
const STILL_ANSWERS = [
  'getProtocolStatus',
  'getLotteryLive',
  'listLotteryRecentEntries',
  'getAgentIdentityVerification',
  'getAgentProfile',
  'listPublicAgents',
]

/** An answer as it is when it stands in for another: its block is marked, where it names one. */
function asStale({ text, headers }: Heard): string {
  if (!headers.get('content-type')?.startsWith('application/json')) return text
  const json: unknown = JSON.parse(text)
  const asOf = at(json, 'data', 'asOf')
  return typeof asOf === 'object' && asOf !== null && 'source' in asOf
    ? text.replace(`"source":"${String(asOf.source)}"`, '"source":"stale"')
    : text
}
