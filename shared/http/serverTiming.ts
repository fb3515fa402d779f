import type { RequestScope } from '../log/requestScope.ts'
import type { Time } from '../log/Time.ts'
import type { HeaderTable } from './headers.ts'

/**
 * Says in `Server-Timing` (W3C Server Timing) how long an answer took, in milliseconds, and of that how long it waited for
 * nodes and services of others (`upstream`) and for the database and Durable Objects (`store`), where it did. Only where
 * `isPublic`, pages of every origin may read it and the other times of the request from their browser (`Timing-Allow-Origin`).
 */
export function serverTiming(
  headers: HeaderTable,
  { upstream, store }: RequestScope,
  ms: number,
  isPublic: boolean,
): void {
  const waited = (name: string, time: Time | undefined) => (time && time.ms > 0 ? `${name};dur=${time.ms}, ` : '')
  headers['server-timing'] = `${waited('upstream', upstream)}${waited('store', store)}total;dur=${ms}`
  if (isPublic) headers['timing-allow-origin'] = '*'
}
