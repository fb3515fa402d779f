import { createHash } from 'node:crypto'
import { hexlify, verifyMessage } from 'ethers'

/** The maximum lifetime of a token, and how far in the future it may begin, in seconds. */
const MAX_SECONDS = 300

export interface TokenRules {
  /** Addresses that may sign, in lower case. */
  readonly authorizedKeys: ReadonlySet<string>
  /** Ids of tokens seen so far, with the time at which each may be forgotten; a valid token's id is added. */
  readonly seen: Map<string, number>
  /** Unix seconds. */
  readonly now: number
}

/**
 * The fault of a token of alg `ETH` over a JSON-RPC message, or undefined. A valid token has three parts, a time window that
 * contains now, a new id, the digest of the message, and the signature of an authorised key (EIP-191 recovery); `iss` proves
 * nothing.
 */
export function faultOfToken(token: string, message: unknown, { authorizedKeys, seen, now }: TokenRules) {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (signature === '' || more.length > 0) return 'the token does not have three parts'
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 65) return 'the signature does not have 65 bytes'
  if (decode(header)['alg'] !== 'ETH') return 'the algorithm is not ETH'

  const { digest, iat, exp, jti } = decode(payload)
  if (typeof iat !== 'number' || typeof exp !== 'number') return 'the token does not state its times'
  if (exp - iat > MAX_SECONDS) return 'the token is valid for too long'
  if (iat > now + MAX_SECONDS) return 'the token begins in the future'
  if (exp <= now) return 'the token has expired'
  if (typeof jti !== 'string' || jti === '') return 'the token has no id'
  if (seen.has(jti)) return 'the token was seen before'
  if (digest !== `0x${createHash('sha256').update(canonical(message)).digest('hex')}`)
    return 'the digest does not match the message'
  if (!authorizedKeys.has(signerOf(`${header}.${payload}`, bytes))) return 'the signer is not authorised'

  seen.set(jti, exp)
  return undefined
}

function signerOf(text: string, signature: Uint8Array): string {
  try {
    return verifyMessage(text, hexlify(signature)).toLowerCase()
  } catch {
    return ''
  }
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * RFC 8785 text of a value from JSON.parse, implemented separately so that the gateway does not rely on its caller's
 * code.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}
