import { Buffer } from 'node:buffer'

/**
 * The bytes of base64 (RFC 4648, section 4) with its padding; null for anything else: other characters, line breaks, and
 * last characters with bits that mean nothing, by which one file would have several spellings.
 */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  // It skips what it does not know. Encoding again takes a fifth of the time that an expression takes over the text.
  if (bytes.toString('base64') !== text) return null
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
