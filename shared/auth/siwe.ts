import type { Address, Hex } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { hashMessage } from 'viem/utils'
import type { NonceStore } from '../durable/nonces.ts'
import { ApiError } from '../http/ApiError.ts'
import type { Origins } from './origin.ts'
import type { Sealer } from './seal.ts'
import { checkHost, checkTimes, RFC3339 } from './signInRules.ts'
import type { Signed } from './signature.ts'

export interface SignInRules {
  /** Origins that messages may name (`https://app.example.com`). */
  readonly origins: Origins
  readonly chainId: number
  readonly sealer: Sealer
  readonly nonces: NonceStore
  readonly isSigned: (signed: Signed) => Promise<boolean>
  /** Milliseconds. */
  readonly now: number
}

/**
 * Verifies a Sign-In with Ethereum message (EIP-4361) and uses up its nonce; gives the address that signed in.
 *
 * The nonce is consumed last, so that nobody but the signer can use it up, and of many uses at once exactly one wins.
 *
 * Throws invalid_message, unsupported_chain, domain_mismatch, message_expired, message_not_yet_valid, invalid_nonce,
 * invalid_signature, and what the node and the nonce store throw.
 */
export async function verifySiwe(message: string, signature: Hex, rules: SignInRules): Promise<Address> {
  const fields = parseStrictly(message)
  if (fields.chainId !== rules.chainId) throw new ApiError('unsupported_chain', `Chain ID must be ${rules.chainId}`)
  checkHost(fields, rules.origins)
  checkTimes(rules.now, {
    issuedAt: fields.issuedAt.getTime(),
    expiration: fields.expirationTime?.getTime(),
    notBefore: fields.notBefore?.getTime(),
  })
  await checkNonce(fields.nonce, rules)
  const signed = { address: fields.address, hash: hashMessage(message), signature }
  if (!(await rules.isSigned(signed)))
    throw new ApiError('invalid_signature', 'the message is not signed by its address')
  await useNonce(fields.nonce, rules)
  return fields.address
}

/** Throws invalid_nonce unless the nonce was issued here, for this purpose and context, and is still good. */
export async function checkNonce(
  nonce: string,
  { sealer, now }: Pick<SignInRules, 'sealer' | 'now'>,
  context?: string,
): Promise<void> {
  const opened = await sealer.open(nonce, now, context)
  if (opened.ok) return
  throw new ApiError(
    'invalid_nonce',
    opened.reason === 'expired' ? 'the nonce has expired' : 'the nonce was not issued here',
  )
}

/** Throws invalid_nonce when the nonce has been used. */
export async function useNonce(
  nonce: string,
  { sealer, nonces }: Pick<SignInRules, 'sealer' | 'nonces'>,
): Promise<void> {
  // A minute more than the nonce lives, for clocks that differ.
  if (!(await nonces.consume(nonce, sealer.ttlSeconds + 60)))
    throw new ApiError('invalid_nonce', 'the nonce has been used')
}

/**
 * Parses the message and writes it anew from the parsed fields: only a text that comes out byte for byte the same is
 * taken, so no line of a statement or a resource can pass for another field. Times may have any RFC 3339 spelling.
 */
function parseStrictly(message: string) {
  const canonical = message.replace(
    /^(Issued At|Expiration Time|Not Before): (.+)$/gm,
    (line: string, name: string, value: string) =>
      RFC3339.test(value) && !Number.isNaN(Date.parse(value)) ? `${name}: ${new Date(value).toISOString()}` : line,
  )
  const { address, chainId, domain, issuedAt, nonce, uri, version, ...optional } = parseSiweMessage(canonical)
  if (!address || !chainId || !domain || !issuedAt || !nonce || !uri || version !== '1') throw notEip4361()
  const fields = { address, chainId, domain, issuedAt, nonce, uri, version, ...optional }
  if (rewrite(fields) !== canonical) throw notEip4361()
  return fields
}

function rewrite(fields: Parameters<typeof createSiweMessage>[0]): string | undefined {
  try {
    return createSiweMessage(fields)
  } catch {
    return undefined
  }
}

const notEip4361 = () =>
  new ApiError('invalid_message', 'message is not an EIP-4361 message with a checksummed address and Version 1')
