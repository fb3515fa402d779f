import { isLogged, log, type Level } from '../log/log.ts'
import { requestScope, type RequestScope } from '../log/requestScope.ts'

/**
 * The one line of a request: what it asked for by name, what it was answered, how long that took, and what it cost
 * upstream. Answers from what the isolate keeps are told at level debug, since there are many and they cost nothing.
 */
export function logRequest(response: Response, scope: RequestScope, ms: number, level: Level = 'info'): Response {
  if (!isLogged(level)) return response
  const code = response.headers.get('x-error-code')
  requestScope.run(scope, () =>
    log(level, 'request', {
      status: response.status,
      ...(code === null ? {} : { code }),
      ...(scope.upstream ? { upstreamCalls: scope.upstream.calls, upstreamMs: scope.upstream.ms } : {}),
      ms,
    }),
  )
  return response
}
