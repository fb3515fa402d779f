/** Arguments by name, as a client gives them. */
export type Args = Readonly<Record<string, unknown>>

export const isArgs = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else no arguments. */
export const asArgs = (value: unknown): Args => (isArgs(value) ? { ...value } : {})

/** No argument of an operation is nested deeper; what recurses over one has an end. */
export const MOST_DEPTH = 32

/** Whether a JSON value has more levels. Looks no deeper than that. */
export const isDeeper = (value: unknown, most = MOST_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((one) => isDeeper(one, most - 1)))

/** Members of a call that are not arguments of its operation. */
export interface CallOptions {
  /** A token of sign_in, or a SIWA receipt: in place of the credential of the transport. */
  readonly accessToken?: string | undefined
  readonly idempotencyKey?: string | undefined
  /** Exact body, byte for byte: for a signed request, in place of the arguments of the body. */
  readonly body?: string | undefined
  /** Header fields of a request that its agent has signed (ERC-8128). */
  readonly signed?: Signed | undefined
  /** PAYMENT-SIGNATURE of x402: base64 of the signed payment. */
  readonly payment?: string | undefined
}

export interface Signed {
  readonly signature: string
  readonly signatureInput: string
  readonly contentDigest?: string | undefined
}
