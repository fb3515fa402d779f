/** What a call of an operation may have besides its arguments. */
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
