import type { Address, Hex } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { getAddress, hashMessage } from 'viem/utils'
import type { SessionScope } from '../durable/sessions.ts'
import type { Origins } from '../env/originsOf.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { SessionOrigin } from '../store/WalletProof.ts'
import { checkStatement, nonceContextOf } from './limitedSignIn.ts'
import { type Proofs, proveOnce } from './proveOnce.ts'
import { checkHost, checkNonce, checkTimes, timeOf } from './signInRules.ts'

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
  if (fields.chainId !== rules.chainId) throw new ApiError('unsupported_chain', `Chain ID must be ${rules.chainId}`)
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

const notEip4361 = (message: string) => new ApiError('invalid_message', faultOf(message))

const isTime = (text: string): boolean => !Number.isNaN(timeOf(text))
const TIME = 'an RFC 3339 date-time'

/** Fields of a message in their order (EIP-4361): name, check, expected value, and whether it is optional. */
const FIELDS: readonly (readonly [string, (text: string) => boolean, string, 'optional'?])[] = [
  ['URI', (text) => URL.canParse(text), 'a URI'],
  ['Version', (text) => text === '1', '1'],
  ['Chain ID', (text) => /^[1-9]\d*$/.test(text), 'a decimal integer'],
  ['Nonce', (text) => /^[a-zA-Z0-9]{8,}$/.test(text), 'the nonce, letters and digits'],
  ['Issued At', isTime, TIME],
  ['Expiration Time', isTime, TIME, 'optional'],
  ['Not Before', isTime, TIME, 'optional'],
  ['Request ID', (text) => /^\S*$/.test(text), 'a text without spaces', 'optional'],
]
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HEAD = / wants you to sign in with your Ethereum account:$/
const RESOURCES = 'Resources:'

/** Names the first line that violates EIP-4361, and what it must be. It never repeats the message. */
function faultOf(message: string): string {
  const lines = message.split('\n')
  const at = (line: number, what: string) => `message: line ${line + 1} must be ${what}`
  const [head = '', address = '', blank, fourth = '', fifth] = lines
  if (message.includes('\r')) return 'message: lines must end in LF alone, without CR'
  if (!HEAD.test(head)) return at(0, '"<domain> wants you to sign in with your Ethereum account:"')
  if (!ADDRESS.test(address)) return at(1, 'the address, in lower case or with its checksum')
  if (blank !== '') return at(2, 'empty')
  if (fourth.startsWith('URI: ')) return at(3, 'empty: without a statement two empty lines precede URI')
  if (fourth !== '' && fifth !== '') return at(4, 'empty, after a statement of one line')
  let line = fourth === '' ? 4 : 5
  for (const [name, isValid, what, optional] of FIELDS) {
    const given = lines[line]?.startsWith(`${name}: `) ? lines[line]?.slice(name.length + 2) : undefined
    if (given === undefined ? !optional : !isValid(given)) return at(line, `"${name}: " and ${what}`)
    if (given !== undefined) line++
  }
  if (lines[line] === RESOURCES) while (lines[++line]?.startsWith('- '));
  if (line < lines.length) return `message: line ${line + 1} must be absent, or another field in the order of EIP-4361`
  return 'message: must be an EIP-4361 message; line 2 must have the checksum of its address, if it has one'
}
