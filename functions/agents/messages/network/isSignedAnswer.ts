import { hexToBytes } from 'viem/utils'
import { createKeyring } from '../../../../shared/auth/createKeyring.ts'

interface SignedAnswer {
  /** Chosen for the request, so that an earlier answer is not taken for one to it. */
  readonly requestId: string
  readonly status: number
  readonly bytes: Uint8Array
}

/**
 * Whether a gateway has signed an answer: `v1=` and, in hex, HMAC-SHA256 by one of the secrets over the lines `v1`, request
 * id and status, and the body. What a secret proves is that nobody between has written who sent a message.
 */
export async function isSignedAnswer(
  { requestId, status, bytes }: SignedAnswer,
  signature: string | null,
  secrets: readonly string[],
): Promise<boolean> {
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (hex === undefined) return false
  const head = new TextEncoder().encode(`v1\n${requestId}\n${status}\n`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  return createKeyring(secrets).verify(signed, hexToBytes(`0x${hex}`))
}
