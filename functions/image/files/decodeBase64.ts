import { Buffer } from 'node:buffer'

/**
 * The bytes of base64 (RFC 4648, section 4) with its padding; null for anything else: other characters, line breaks, and
 * last characters with bits that mean nothing, by which one file would have several spellings.
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const last = bytes.length - (bytes.length % 3 || 3)
  const isCanonical = text.endsWith(bytes.subarray(Math.max(last, 0)).toString('base64'))
  return isCanonical ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null
}
