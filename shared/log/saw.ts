import { requestScope } from './requestScope.ts'
import type { Outcome, Watched } from './Watch.ts'

/** What a call that was made for a request showed: remembered by its watch, and passed on when it is due. */
export function saw(what: Watched, outcome: Outcome, ms: number): void {
  const { watch, waitUntil } = requestScope.getStore() ?? {}
  watch?.saw(what, outcome, ms)
  // Work that no request asked for passes it on at its end.
  const report = waitUntil && watch?.report()
  if (report) waitUntil(report)
}
