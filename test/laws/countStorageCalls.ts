import type { Operation } from '../../schema/operation.ts'
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
  const asked = live
    .storageCalls(requestId)
    .map(({ store, asked: [method] }) => (store === 'D1' ? store : `${store}.${method}`))
  const counted = asked.filter((one) => one !== REPORTS)
  const d1 = counted.filter((one) => one === 'D1').length
  const ofLimiter = counted.filter((one) => one === 'LIMIT_COUNTER.lease').length
  const ofSession = counted.filter((one) => one === 'SESSIONS.get').length
  return { d1, objects: counted.length - d1, ofLimiter, ofSession, total: counted.length }
}
