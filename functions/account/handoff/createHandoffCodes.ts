import { bytesToHex } from 'viem/utils'
import { toBase64url } from '../../../shared/text/bytes.ts'
import { sameSecret } from '../../../shared/auth/compare.ts'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'

/** How long a hand-off code can be redeemed, in seconds. */
export const HANDOFF_SECONDS = 120

export interface HandoffCodes {
  /** A fresh code, 64 hex digits, and the hash to store. */
  issue(): Promise<{ readonly code: string; readonly hash: string }>
  /** Hashes under which a code may be stored: one for each secret in force. */
  hashesOf(code: string): Promise<string[]>
}

/**
 * Codes of 256 random bits, stored as HMAC-SHA256 under a key that is derived from the secret for this purpose: a leaked
 * store reveals no code. The first secret hashes new codes, and all are tried, so that it can be rotated.
 */
export function createHandoffCodes(secrets: readonly string[]): HandoffCodes {
  const keyring = createKeyring(secrets, { purpose: 'handoff code' })
  return {
    async issue() {
      const code = digits(crypto.getRandomValues(new Uint8Array(32)))
      return { code, hash: digits(await keyring.mac(code)) }
    },
    hashesOf: async (code) => (await keyring.macs(code.toLowerCase())).map(digits),
  }
}

const digits = (bytes: Uint8Array): string => bytesToHex(bytes).slice(2)

/**
 * Whether a verifier matches a challenge by method S256 (RFC 7636 section 4.6), compared in constant time. Without a
 * challenge there must be no verifier either (RFC 9700 section 2.1.1): a caller that sends one expects a code of its own.
 */
export async function isVerified(challenge: string | null, verifier: string | undefined): Promise<boolean> {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return sameSecret(toBase64url(new Uint8Array(digest)), challenge)
}
