import { bytesToHex, hexToBytes } from 'viem/utils'
import { createKeyring } from './createKeyring.ts'

const TIME_BYTES = 6
const BODY_BYTES = 16 // 48 bits of issue time, 80 bits of randomness
const MAC_BYTES = 16
const NONCE = new RegExp(`^[0-9a-f]{${2 * (BODY_BYTES + MAC_BYTES)}}$`)
/** How far the clocks of two data centres may differ, in milliseconds. */
const SKEW_MS = 60_000

export type Opened = { ok: true; issuedAt: number } | { ok: false; reason: 'forged' | 'expired' }

export interface Sealer {
  /** Seconds for which a nonce can be used. */
  readonly ttlSeconds: number
  /**
   * A nonce of 64 hex digits, issued at `now` (ms), valid only together with the same `context`: a fresh one, or with a `seed`
   * the same one each time.
   */
  seal(now: number, context?: string, seed?: string): Promise<string>
  /** Whether this service sealed a nonce, for this purpose and context, and it has not expired at `now` (ms). */
  open(nonce: string, now: number, context?: string): Promise<Opened>
}

/**
 * Challenge nonces that need no storage: 48 bits of issue time and 80 random bits under a truncated HMAC-SHA256 (128
 * bits; RFC 2104 section 5). Only hex digits, since EIP-4361 requires at least 8 alphanumeric characters.
 *
 * The key is an HKDF sub-key (RFC 5869) of the secret, bound to `purpose`, so a nonce sealed for one purpose never
 * opens for another. The first secret seals and all of them open, so that a secret can be rotated. Single use is
 * enforced by a NonceStore.
 */
export function createSealer(options: { secrets: readonly string[]; purpose: string; ttlSeconds: number }): Sealer {
  const { secrets, purpose, ttlSeconds } = options
  const keyring = createKeyring(secrets, { purpose, bytes: MAC_BYTES })

  return {
    ttlSeconds,
    async seal(now, context = '', seed) {
      // A sealed message begins with its time, whose bytes are no letters yet, so it never equals that of a seed.
      const body =
        seed === undefined ? crypto.getRandomValues(new Uint8Array(BODY_BYTES)) : await keyring.mac(`seed ${seed}`)
      new DataView(body.buffer).setUint16(0, Math.floor(now / 2 ** 32))
      new DataView(body.buffer).setUint32(2, now % 2 ** 32)
      return digits(body) + digits(await keyring.mac(messageOf(body, context)))
    },
    async open(nonce, now, context = '') {
      if (!NONCE.test(nonce)) return { ok: false, reason: 'forged' }
      const bytes = hexToBytes(`0x${nonce}`)
      const body = bytes.slice(0, BODY_BYTES)
      const given = bytes.slice(BODY_BYTES)
      if (!(await keyring.verify(messageOf(body, context), given))) return { ok: false, reason: 'forged' }
      const issuedAt = Number(`0x${nonce.slice(0, 2 * TIME_BYTES)}`)
      const live = now - issuedAt <= ttlSeconds * 1000 && issuedAt - now <= SKEW_MS
      return live ? { ok: true, issuedAt } : { ok: false, reason: 'expired' }
    },
  }
}

const encoder = new TextEncoder()

const digits = (bytes: Uint8Array): string => bytesToHex(bytes).slice(2)

function messageOf(body: Uint8Array, context: string) {
  const tail = encoder.encode(context)
  const message = new Uint8Array(body.length + tail.length)
  message.set(body)
  message.set(tail, body.length)
  return message
}
