import { RECEIPT_HEADER } from '../../../shared/auth/receiptOf.ts'
import { readTrace, traceparentOf } from '../../../shared/log/Trace.ts'

/** Who asks, as families see it: headers of the transport's request, and no cookie, which a browser would add by itself. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Headers that prove who the caller is. */
export const CREDENTIALS: readonly string[] = ['authorization', 'x-idp-token', RECEIPT_HEADER]
/** Headers of a request that go with every call that is made for it. */
const PASSED_ON = ['cf-connecting-ip', 'x-request-id', 'traceparent', ...CREDENTIALS]

/** Whether a caller proves who it is by headers. */
export const hasCredential = ({ headers }: Caller): boolean => CREDENTIALS.some((name) => name in headers)

/** The caller of a request. `traceparent`, if a message of it has one, is the trace of that call alone. */
export function callerOf({ headers, signal }: Request, traceparent?: unknown): Caller {
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  // Headers throw for other characters.
  const isField = typeof traceparent === 'string' && /^[\x20-\x7e]*$/.test(traceparent)
  const trace = isField ? readTrace(new Headers([['traceparent', traceparent]])) : undefined
  return { headers: { ...Object.fromEntries(passed), ...(trace ? { traceparent: traceparentOf(trace) } : {}) }, signal }
}
