import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { ErrorCode } from '../../schema/errors.ts'
import { builds } from '../../schema/needs.ts'
import type { Operation } from '../../schema/operation.ts'
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
import { useNet, useRpcProxy } from '../support/useNet.ts'

/** From the log index, which is as far as the chain was while nodes answered. */
const indexed: Values = { 'data.asOf.source': 'index' }

/** Answers that a node is not needed for, although the contract says what they are without any. */
const STILL_ANSWERS: Readonly<Record<string, Values>> = {
  getVaultHistory: indexed,
  listExploreVaults: indexed,
  getLotteryLive: { ...indexed, 'data.jackpot': null, 'data.health.status': 'down' },
  listLotteryRecentWinners: indexed,
  listLotteryRecentEntries: indexed,
  getAgentFeedback: indexed,
  getSocialReputationGraph: indexed,
  postSocialReputationGraph: indexed,
  getStatus: { 'data.status': 'down', 'data.rpc.state': 'down', 'data.rpc.blockNumber': null },
}

/** Its nodes are configured by chain: a deployment without any of its own still has those of others. */
const ASKS_OTHER_NODES: Readonly<Record<string, ErrorCode>> = { proxyRpc: 'upstream_failed' }

/** Answers of providers, which cost money, are kept although the request for the profile is refused. */
const KEEPS: Readonly<Record<string, true>> = { getAgentProfile: true }

const Built = z.looseObject({
  issues: z.array(z.looseObject({ code: z.string() })),
  simulation: z.looseObject({ status: z.string() }),
  asOf: z.unknown(),
})

const proxy = useRpcProxy()
let dead: Exchange[]
let limited: Exchange[]
let again: Exchange[]
const world = useNet(() => startOutages({ nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  proxy.mode = 'drop'
  dead = await world.askAll()
  proxy.mode = { status: 429, retryAfter: 7 }
  limited = await world.askAll(failed())
  proxy.mode = 'pass'
  again = await world.askAll([...refusedIn(dead), ...operations.filter(({ operation }) => isBuilder(operation))])
})

/** Which of its names a strategy's function has, its code says; without a node the first is taken. */
const NAMED_BY_CODE = ['buildLpOwnerEmergencyWithdrawFromLp']

/** Operations that a node failed. */
const failed = () =>
  operations.filter(({ id }) =>
    dead.some((exchange) => exchange.id === id && exchange.answer.headers.get('x-error-code') === 'upstream_failed'),
  )

/** Whether it builds calldata that no read decides. */
const isBuilder = ({ 'x-needs': needs }: Operation) => isDeepStrictEqual(needs, { ...needs, ...builds })

/** While no node answers, an operation does as the contract says of it without a node: its code, or its values. */
function expectedOf({ id, operation }: Exchange): ErrorCode | Values {
  const without = operation['x-needs']['RPC_URLS']
  const still = STILL_ANSWERS[id] ?? ASKS_OTHER_NODES[id]
  if (still !== undefined) return still
  if (without === undefined) return {}
  if (typeof without === 'object' && 'answers' in without) return without.answers
  const code = typeof without === 'string' ? without : without.error
  return code === 'rpc_not_configured' ? 'upstream_failed' : code
}

test('while no node answers, each operation that needs one is a declared outage, and all others answer normally', async () => {
  const faults: string[] = []
  for (const exchange of dead) {
    const expected = expectedOf(exchange)
    faults.push(
      ...(typeof expected === 'string' ? await faultOfOutage(exchange, expected) : faultOfAnswer(exchange, expected)),
    )
  }
  expect(faults).toEqual([])
  expect(dead).toHaveLength(operations.length)
})

test('an outage has written nothing', () => {
  const refused = new Set(refusedIn(dead).map(({ id }) => id))
  const wrote = dead.filter(({ id, changes }) => refused.has(id) && changes > 0 && !(id in KEEPS))
  expect(wrote.map(({ id, changes }) => `${id}: ${changes} rows`)).toEqual([])
})

test('an outage has used nothing up: the same request is answered once a node is back', () => {
  expect(again.flatMap((exchange) => faultOfAnswer(exchange))).toEqual([])
  expect(again.length).toBeGreaterThan(0)
})

test('a node that limits is 429, with its Retry-After', async () => {
  const faults = await Promise.all(limited.map((exchange) => faultOfOutage(exchange, 'upstream_rate_limited', 7)))
  expect(faults.flat()).toEqual([])
  expect(limited.length).toBeGreaterThan(0)
})

test('calldata that no read decides is the same without a node, as of no block, and says that nothing was checked', () => {
  const builders = dead.filter(({ operation }) => isBuilder(operation))
  const faults = builders.flatMap(({ id, text }) => {
    const { issues, simulation, asOf, ...built } = Built.parse(JSON.parse(text))
    const alive = again.find((one) => one.id === id)
    const answered = { codes: issues.map(({ code }) => code), simulation: simulation.status, asOf }
    const expected = { codes: ['chain_unreachable'], simulation: 'unavailable', asOf: null }
    return [
      ...(isDeepStrictEqual(answered, expected) ? [] : [JSON.stringify(answered)]),
      ...(NAMED_BY_CODE.includes(id) ? [] : inventedIn(built, alive && JSON.parse(alive.text))),
    ].map((fault) => `${id}: ${fault}`)
  })
  expect(faults).toEqual([])
  expect(builders.length).toBeGreaterThan(15)
})

/** Parts that say what the others say: sentences, and all calls in order, without the approvals that are not known. */
const WORDED: readonly string[] = ['/description', '/warnings', '/calls', '/effectsUnavailable']

/** Paths of what is neither as it is with a node, nor left open as `null` or an empty list. */
function inventedIn(value: unknown, known: unknown, path = ''): string[] {
  if (value === null || WORDED.includes(path) || isDeepStrictEqual(value, known) || isDeepStrictEqual(value, []))
    return []
  if (typeof value !== 'object' || typeof known !== 'object' || known === null)
    return [`${path} ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([name, one]) => inventedIn(one, Reflect.get(known, name), `${path}/${name}`))
}

test('each exception is an operation', () => {
  expect(unknownIn({ ...STILL_ANSWERS, ...ASKS_OTHER_NODES, ...KEEPS })).toEqual([])
})
