import { base58 } from '@scure/base'
import type { Hex } from 'viem'

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hex digits. */
export async function sha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Base64 for URLs, without padding (RFC 4648 section 5). */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The bytes of such a text, padded or not. Throws a DOMException for a text that is not one. */
export const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Whether a text is this many bytes in base58, as SVM nodes write it. */
export function isBase58(text: unknown, bytes: 32 | 64): text is string {
  // Decoding takes time quadratic in the length, so what cannot fit is not decoded.
  if (typeof text !== 'string' || text.length > bytes * 1.4 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return false
  return base58.decode(text).length === bytes
}

export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** Whether two byte strings are equal; what is secret is compared by auth/compare.ts. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/** Whether a node's text for bytes is valid (Ethereum JSON-RPC, "Hex encoding": two digits a byte). */
export const isBytes = (value: unknown): value is Hex =>
  typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
