import { sameBytes } from './compare.ts'

/** A text stands for its UTF-8 bytes. */
type Message = string | Uint8Array

/** HMAC-SHA256 (RFC 2104) under the secrets in force for one purpose, newest first. */
export interface Keyring {
  /** The MAC under the newest secret. Throws an Error if there is no secret. */
  mac(message: Message): Promise<Uint8Array>
  /** The MAC under each secret: finds what was stored under an older one. */
  macs(message: Message): Promise<Uint8Array[]>
  /** Whether a MAC is one of them. All are compared in constant time, so that timing reveals nothing about a secret. */
  verify(message: Message, mac: Uint8Array): Promise<boolean>
  /** The keys themselves, for signing and verifying. */
  keys(): Promise<CryptoKey[]>
}

interface Options {
  /** Derives keys for this purpose only (HKDF, RFC 5869). Without it the secret is the key, as foreign formats require. */
  readonly purpose?: string
  /** Length to which a MAC is truncated (RFC 2104 section 5). */
  readonly bytes?: number
}

/** To rotate a secret, put a new one before it, which then signs, and remove the old one when nothing it signed is in use. */
export function createKeyring(secrets: readonly Message[], { purpose, bytes = 32 }: Options = {}): Keyring {
  // Holds finished keys, not promises: a Worker's request must not await what another request started.
  let known: CryptoKey[] | undefined
  const keys = async () => (known ??= await Promise.all(secrets.map((secret) => keyOf(toBytes(secret), purpose))))
  const sign = async (key: CryptoKey, message: Message): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('HMAC', key, toBytes(message)), 0, bytes)
  const macs = async (message: Message) => Promise.all((await keys()).map((key) => sign(key, message)))

  return {
    async mac(message) {
      const [newest] = await keys()
      if (newest === undefined) throw new Error('createKeyring: needs at least one secret')
      return sign(newest, message)
    },
    macs,
    verify: async (message, mac) => (await macs(message)).map((own) => sameBytes(mac, own)).includes(true),
    keys,
  }
}

const encoder = new TextEncoder()

const toBytes = (message: Message): Uint8Array => (typeof message === 'string' ? encoder.encode(message) : message)

async function keyOf(secret: Uint8Array, purpose: string | undefined): Promise<CryptoKey> {
  const { subtle } = crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  if (purpose === undefined) return subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const material = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) }
  return subtle.deriveKey(derivation, material, algorithm, false, ['sign', 'verify'])
}
