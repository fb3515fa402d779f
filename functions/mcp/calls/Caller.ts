import { RECEIPT_HEADER } from '../../../shared/auth/receiptOf.ts'

/** Who asks, as families see it: headers of the transport's request, and no cookie, which a browser would add by itself. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Headers of a request that go with every call that is made for it. */
const PASSED_ON = ['cf-connecting-ip', 'authorization', 'x-idp-token', RECEIPT_HEADER]

/** The caller of a request. `id` is the request's, `traceparent` the header of its own span, if it is traced. */
export function callerOf(request: Request, id: string, traceparent: string | undefined): Caller {
  const passed = PASSED_ON.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    headers: {
      ...Object.fromEntries(passed),
      'x-request-id': id,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    signal: request.signal,
  }
}
