/**
 * An HMAC-SHA256 key of a secret for one purpose: its HKDF sub-key (RFC 5869), so that what is sealed or signed for one
 * purpose never counts for another.
 */
export async function deriveKey(
  secret: string,
  purpose: string,
  usages: readonly ('sign' | 'verify')[],
): Promise<CryptoKey> {
  const encoder = new TextEncoder()
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) }
  return crypto.subtle.deriveKey(derivation, material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
    ...usages,
  ])
}
