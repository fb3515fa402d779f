export const RECEIPT_HEADER = 'x-siwa-receipt'

/** The SIWA receipt of a request, and whether it is in the header that a signature of the request covers. */
export function receiptOf(headers: Headers): { receipt: string; isBound: boolean } | undefined {
  const bound = headers.get(RECEIPT_HEADER)
  if (bound !== null) return { receipt: bound, isBound: true }
  const receipt = /^SIWA(?:-Receipt)? +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return receipt === undefined ? undefined : { receipt, isBound: false }
}

export const hasReceipt = (headers: Headers): boolean => receiptOf(headers) !== undefined

/** The credential of `Authorization: Bearer` (RFC 6750, section 2.1). */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
