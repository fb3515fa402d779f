import { requestScope } from './requestScope.ts'
import type { Outcome, Watched } from './Watch.ts'

/** Records the outcome of a call in the watch of the current request, and reports what is due. */
export function recordOutcome(what: Watched, outcome: Outcome, ms: number): void {
  const { watch, waitUntil } = requestScope.getStore() ?? {}
  watch?.record(what, outcome, ms)
  // Work without a request reports at its end.
  const report = waitUntil && watch?.report()
  if (report) waitUntil(report)
}
