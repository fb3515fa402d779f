import { ERROR_GUIDE } from '../flow/errorGuide.ts'
import type { FlowError } from '../flow/FlowError.ts'

/** What went wrong with a field, and what to do; its place is always there, so that it is announced when it fills. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: FlowError | null }) => (
  <p id={id} class="problem" role="alert">
    {problem && `${ERROR_GUIDE[problem.code].title}. ${ERROR_GUIDE[problem.code].advice}${waitOf(problem)}`}
  </p>
)

/** How long to wait, where the service says. */
export function waitOf({ retryAfter }: FlowError): string {
  if (retryAfter === undefined || retryAfter < 5) return ''
  return retryAfter < 120 ? ` (${retryAfter} seconds)` : ` (${Math.ceil(retryAfter / 60)} minutes)`
}
