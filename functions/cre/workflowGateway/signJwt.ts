import { hashMessage, type Hex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { toBase64url } from '../../../shared/text/bytes.ts'

/**
 * The claims of a token about a request: `digest` is `0x` and the SHA-256 of its canonical body, times are unix
 * seconds.
 */
export interface Claims {
  readonly digest: Hex
  readonly iat: number
  readonly exp: number
  /** UUID, valid once. */
  readonly jti: string
}

/**
 * A JSON Web Token (RFC 7519) in compact form with alg `ETH`: the signature is an EIP-191 personal message signature
 * over `header.payload`, 65 bytes r, s, v with v 0 or 1. Libraries of JOSE algorithms (RFC 7518) do not support it.
 */
export async function signJwt({ digest, iat, exp, jti }: Claims, privateKey: Hex): Promise<string> {
  const iss = privateKeyToAddress(privateKey)
  const signed = `${encodeJson({ alg: 'ETH', typ: 'JWT' })}.${encodeJson({ digest, iss, iat, exp, jti })}`
  const signature = await sign({ hash: hashMessage(signed), privateKey, to: 'bytes' })
  // The library's signature ends with 27 or 28.
  return `${signed}.${toBase64url(signature.map((byte, i) => (i === 64 ? byte - 27 : byte)))}`
}

const encodeJson = (value: object): string => toBase64url(new TextEncoder().encode(JSON.stringify(value)))
