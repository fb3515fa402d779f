import type { Address, Hex } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { getAddress, hashMessage } from 'viem/utils'
import type { SessionScope } from '../durable/sessions.ts'
import type { Origins } from '../env/originsOf.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { SessionOrigin } from '../store/WalletProof.ts'
import { checkStatement, nonceContextOf } from './limitedSignIn.ts'
import { type Proofs, proveOnce } from './proveOnce.ts'
import { checkChain, checkHost, checkNonce, checkTimes, messageFault, timeOf } from './signInRules.ts'

export interface SignInRules extends Proofs {
  /** Origins that messages may name (`https://app.example.com`). */
  readonly origins: Origins
  readonly chainId: number
  /** Milliseconds. */
  readonly now: number
}

/**
 * Verifies a Sign-In with Ethereum message (EIP-4361), consumes its nonce and opens the account if needed. Returns the
 * address that signed in, the origin of the session, and its scope, which is that of the nonce. A limited sign-in opens no account.
 *
 * Throws invalid_message, unsupported_chain, domain_mismatch, message_expired, message_not_yet_valid, invalid_nonce,
 * and what `proveOnce` throws.
 */
export async function verifySiwe(
  message: string,
  signature: Hex,
  rules: SignInRules,
): Promise<{ address: Address; origin: SessionOrigin; scope: SessionScope }> {
  const fields = parseStrictly(message)
  checkChain(fields, rules)
  checkHost(fields, rules.origins)
  checkTimes(rules.now, {
    issuedAt: fields.issuedAt.getTime(),
    expiration: fields.expirationTime?.getTime(),
    notBefore: fields.notBefore?.getTime(),
  })
  const { address, nonce, statement } = fields
  const scope = await scopeOf(nonce, rules)
  await checkNonce(nonce, rules, nonceContextOf(scope))
  checkStatement(statement, scope)
  const proofs = scope === 'limited' ? { ...rules, openAccount: async () => {} } : rules
  const origin = await proveOnce({ address, hash: hashMessage(message), signature }, nonce, proofs, 'invalid_nonce')
  return { address, origin, scope }
}

async function scopeOf(nonce: string, { sealer, now }: SignInRules): Promise<SessionScope> {
  const opened = await sealer.open(nonce, now, nonceContextOf('limited'))
  return opened.ok || opened.reason === 'expired' ? 'limited' : 'full'
}

/**
 * Parses the message and rebuilds it from the parsed fields; only a byte-for-byte match is accepted, so no line of a
 * statement or resource can be read as another field. Times may use any RFC 3339 spelling, and the address lower case.
 */
function parseStrictly(message: string) {
  const canonical = withChecksum(message).replace(
    /^(Issued At|Expiration Time|Not Before): (.+)$/gm,
    (line: string, name: string, value: string) => {
      const time = timeOf(value)
      return Number.isNaN(time) ? line : `${name}: ${new Date(time).toISOString()}`
    },
  )
  const { address, chainId, domain, issuedAt, nonce, uri, version, ...optional } = parseSiweMessage(canonical)
  if (!address || !chainId || !domain || !issuedAt || !nonce || !uri || version !== '1') throw notEip4361(message)
  const fields = { address, chainId, domain, issuedAt, nonce, uri, version, ...optional }
  if (rewrite(fields) !== canonical) throw notEip4361(message)
  return fields
}

function rewrite(fields: Parameters<typeof createSiweMessage>[0]): string | undefined {
  try {
    return createSiweMessage(fields)
  } catch {
    return undefined
  }
}

/** Replaces a lower-case address, which many wallets write, with its checksummed form. */
const withChecksum = (message: string): string =>
  message.replace(
    /^([^\n]*\n)(0x[0-9a-f]{40})(?=\n)/,
    (_, head: string, address: Address) => head + getAddress(address),
  )

const notEip4361 = (message: string) => new ApiError('invalid_message', messageFault(message, 'EIP-4361'))
