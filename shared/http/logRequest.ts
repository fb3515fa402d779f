import { isLogged, log, type Level } from '../log/log.ts'
import { requestScope, type RequestScope } from '../log/requestScope.ts'
import type { Trace } from '../log/Trace.ts'

/**
 * Writes the log line of a request: its operation, its answer, the time that it took, its upstream costs, and its trace.
 * Answers from the isolate's memory are logged at level debug, since there are many and they cost nothing.
 */
export function logRequest(response: Response, scope: RequestScope, ms: number, level: Level = 'info'): Response {
  if (!isLogged(level)) return response
  const code = response.ok ? null : response.headers.get('x-error-code')
  requestScope.run(scope, () =>
    log(level, 'request', {
      status: response.status,
      ...(code === null ? {} : { code }),
      ...(scope.trace ? ofTrace(scope.trace) : {}),
      ...(scope.upstream ? { upstreamCalls: scope.upstream.calls, upstreamMs: scope.upstream.ms } : {}),
      ...(scope.store ? { storeMs: scope.store.ms } : {}),
      ms,
    }),
  )
  return response
}

const ofTrace = ({ traceId, parentId, spanId }: Trace) => ({ traceId, parentId, spanId })
