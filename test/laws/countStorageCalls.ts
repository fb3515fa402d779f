import type { Operation } from '../../schema/operation.ts'
import type { StorageCall } from '../support/inProcess/storageCalls.ts'
import { exampleOf } from './exampleCalls.ts'
import type { startLive } from './live.ts'

/**
 * Round trips of one request to D1 and to Durable Objects. `ofLimiter` and `ofSession` are parts of `objects`: those that count
 * the request against a budget, and those that look up the caller's session.
 */
export interface StorageCount {
  readonly d1: number
  readonly objects: number
  readonly ofLimiter: number
  readonly ofSession: number
  readonly total: number
  /** Requests to the node. */
  readonly upstream: number
  readonly calls: readonly StorageCall[]
}

/** Isolates report their health at intervals, whichever request they serve: no operation causes this call. */
const REPORTS = 'STATUS_BOARD.report'

/**
 * Sends the example of an operation from a new client, with an Idempotency-Key if the operation accepts one, and counts the
 * calls. Signing in, and whatever else the example needs, happens before and is not counted.
 */
export async function countStorageCalls(
  live: Awaited<ReturnType<typeof startLive>>,
  operation: Operation,
): Promise<StorageCount> {
  const { operationId, 'x-idempotency': keys } = operation
  const call = await exampleOf(operationId)(live)
  const requestId = `calls-${crypto.randomUUID()}`
  const key = keys === undefined || keys === 'calls' ? {} : { 'idempotency-key': requestId }
  const answer = await live.send(operation, {
    ...call,
    headers: { ...call.headers, ...key, 'x-request-id': requestId },
  })
  const text = await answer.text()
  if (answer.status !== (operation['x-deprecated'] ? 410 : 200)) throw new Error(`${answer.status} ${text}`)
  const calls = live.storageCalls(requestId).filter((call) => nameOf(call) !== REPORTS)
  const named = (name: string) => calls.filter((call) => nameOf(call) === name).length
  const d1 = named('D1')
  return {
    d1,
    objects: calls.length - d1,
    ofLimiter: named(COUNTS),
    ofSession: named(LOOKS_UP_SESSION),
    total: calls.length,
    upstream: live.upstreamRequests(requestId).filter((origin) => origin === live.rpcUrl).length,
    calls,
  }
}

const COUNTS = 'LIMIT_COUNTER.lease'
const LOOKS_UP_SESSION = 'SESSIONS.get'

const nameOf = ({ store, queries: [method] }: StorageCall): string => (store === 'D1' ? store : `${store}.${method}`)

/**
 * The fewest calls that the same checks, reads and changes take: each count, each look-up of a session, one read of D1 before
 * the one write that it decides, and one call to each other store.
 */
export function leastCalls({ ofLimiter, ofSession, calls }: StorageCount): { d1: number; objects: number } {
  const ofD1 = calls.filter(({ store }) => store === 'D1')
  const writes = ofD1.filter(({ queries }) => queries.some((text) => /^\s*(insert|update|delete)\b/i.test(text)))
  const others = calls.filter((call) => !['D1', COUNTS, LOOKS_UP_SESSION].includes(nameOf(call)))
  return {
    d1: Math.min(writes.length, 1) + Math.min(ofD1.length - writes.length, 1),
    objects: ofLimiter + ofSession + new Set(others.map(({ store }) => store)).size,
  }
}
