import { bytesToHex } from 'viem/utils'
import { deriveKey } from '../../../shared/auth/deriveKey.ts'

const BYTES = 8
const encoder = new TextEncoder()

/**
 * The first 16 hex digits of HMAC-SHA256 of a text, under a key of a secret for one purpose: tells whether two texts are the
 * same, and to nobody without the secret what they are.
 */
export function createKeyedHash(secret: string, purpose: string): (text: string) => Promise<string> {
  // The finished key, not a promise: a Worker's request must not await what another request started.
  let key: CryptoKey | undefined
  return async (text) => {
    key ??= await deriveKey(secret, purpose, ['sign'])
    const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text))
    return bytesToHex(new Uint8Array(mac).slice(0, BYTES)).slice(2)
  }
}
