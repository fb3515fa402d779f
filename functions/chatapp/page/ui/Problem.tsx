import { ERROR_GUIDE } from '../flow/errorGuide.ts'
import type { FlowError } from '../flow/FlowError.ts'

/** The problem of a field, and its remedy. The element is always present, so that a screen reader announces its text. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: FlowError | null }) => (
  <p id={id} class="problem" role="alert">
    {problem && `${ERROR_GUIDE[problem.code].title}. ${ERROR_GUIDE[problem.code].advice}${waitOf(problem)}`}
  </p>
)

/** The time to wait, if the service states it. */
export function waitOf({ retryAfter }: FlowError): string {
  if (retryAfter === undefined || retryAfter < 5) return ''
  return retryAfter < 120 ? ` (${retryAfter} seconds)` : ` (${Math.ceil(retryAfter / 60)} minutes)`
}
