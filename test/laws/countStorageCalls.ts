import type { Operation } from '../../schema/operation.ts'
import { exampleOf } from './exampleCalls.ts'
import type { startLive } from './live.ts'

/**
 * Round trips of one request: to D1, and to Durable Objects, of which some only count it against its budgets, and some find the
 * session of its caller.
 */
export interface StorageCount {
  readonly d1: number
  readonly objects: number
  readonly ofLimiter: number
  readonly ofSession: number
  readonly total: number
}

/** What an isolate says of itself from time to time, whoever asks. */
const REPORTS = 'STATUS_BOARD.report'

/**
 * The calls for which the answer to an operation’s example waits, asked by somebody new, under an Idempotency-Key where it takes
 * one. The caller’s session, and what else its example needs, was begun before.
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
