import { base58 } from '@scure/base'

/** Whether a text is this many bytes in base58, as SVM nodes write it. */
export function isBase58(text: unknown, bytes: 32 | 64): text is string {
  // Decoding takes time quadratic in the length, so what cannot fit is not decoded.
  if (typeof text !== 'string' || text.length > bytes * 1.4 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return false
  return base58.decode(text).length === bytes
}

export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)
