import { RECEIPT_HEADER } from '../../../shared/auth/credentialHeaders.ts'
import { passedOn } from '../../../shared/http/headers.ts'
import { requestScope } from '../../../shared/log/requestScope.ts'
import { readTrace, traceparentOf } from '../../../shared/log/Trace.ts'

/** The caller, as families see it: headers of the transport's request, and no cookie, which a browser would add by itself. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Headers that prove who the caller is. */
export const CREDENTIALS: readonly string[] = ['authorization', 'x-idp-token', RECEIPT_HEADER]
/** Headers of a request that go with every call that is made for it, beside its id and trace. */
const PASSED = ['cf-connecting-ip', ...CREDENTIALS]

/** Whether a caller proves who it is by headers. */
export const hasCredential = ({ headers }: Caller): boolean => CREDENTIALS.some((name) => name in headers)

/** The caller of the request whose scope this is. `traceparent`, if a message of it has one, is the trace of that call alone. */
export function callerOf({ headers, signal }: Request, traceparent?: unknown): Caller {
  const { id, trace: ofRequest } = requestScope.getStore() ?? {}
  // Headers throw for other characters.
  const isField = typeof traceparent === 'string' && /^[\x20-\x7e]*$/.test(traceparent)
  const trace = (isField ? readTrace(new Headers([['traceparent', traceparent]])) : undefined) ?? ofRequest
  return {
    headers: {
      ...passedOn(headers, PASSED),
      ...(id === undefined ? {} : { 'x-request-id': id }),
      ...(trace ? { traceparent: traceparentOf(trace) } : {}),
    },
    signal,
  }
}
