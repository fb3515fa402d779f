import { isAddress } from 'viem/utils'
import type { Origins } from '../env/originsOf.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Sealer } from './seal.ts'

/** The maximum age of a message, whatever expiration it states. */
const MAX_AGE_SECONDS = 900
const MAX_AHEAD_SECONDS = 60

export const SIGN_AGAIN = 'request a new nonce and sign again'

/** Throws unsupported_chain for a message of another chain. */
export function checkChain(message: { readonly chainId: number }, rules: { readonly chainId: number }): void {
  if (message.chainId !== rules.chainId) throw new ApiError('unsupported_chain', `Chain ID: must be ${rules.chainId}`)
}

/** RFC 3339 date-time, as EIP-4361 requires; `t` and `z` may be in lower case (section 5.6). */
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** Milliseconds of an RFC 3339 date-time; NaN for any other text. */
export const timeOf = (text: string): number => (RFC3339.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN)

/**
 * Checks the times of a sign-in message against `now`, all in ms: issued in the last 15 minutes and at most 60 s ahead,
 * not expired, already valid. Throws message_expired, message_not_yet_valid.
 */
export function checkTimes(
  now: number,
  times: { issuedAt: number; expiration?: number | undefined; notBefore?: number | undefined },
): void {
  const { issuedAt, expiration, notBefore } = times
  if (now - issuedAt > MAX_AGE_SECONDS * 1000) {
    throw new ApiError('message_expired', `Issued At: is more than ${MAX_AGE_SECONDS} s ago; ${SIGN_AGAIN}`)
  }
  if (expiration !== undefined && now >= expiration)
    throw new ApiError('message_expired', `Expiration Time: has passed; ${SIGN_AGAIN}`)
  if (issuedAt - now > MAX_AHEAD_SECONDS * 1000) {
    throw new ApiError(
      'message_not_yet_valid',
      `Issued At: is more than ${MAX_AHEAD_SECONDS} s in the future; correct the clock`,
    )
  }
  if (notBefore !== undefined && now < notBefore)
    throw new ApiError('message_not_yet_valid', 'Not Before: is in the future; send the message later')
}

/**
 * The domain of a sign-in message must be the host (and port) of an allowed origin, and its URI must begin with that
 * origin exactly as browsers write it (RFC 6454 section 6.2); a scheme before the domain must match the origin's. This
 * rejects userinfo and alternative spellings of the host, however a wallet or parser reads them. The list comes from
 * configuration, never from the Host header.
 *
 * Throws domain_mismatch.
 */
export function checkHost(
  message: { domain: string; uri: string; scheme?: string | undefined },
  origins: Origins,
): void {
  const [origin = ''] = ORIGIN.exec(message.uri) ?? []
  const accepted = origins.has(origin) ? URL.parse(origin) : null
  if (!accepted)
    throw new ApiError('domain_mismatch', 'URI: must begin with an origin that this service accepts for sign-in')
  const { host, protocol } = accepted
  if (message.domain !== host || (message.scheme !== undefined && `${message.scheme}:` !== protocol))
    throw new ApiError('domain_mismatch', `message: line 1 must begin with ${host}, the host of URI, or its origin`)
}

/** The part of a URI before its path, query and fragment, character for character. */
const ORIGIN = /^[a-z]+:\/\/[^/?#]*/

/** Throws invalid_nonce unless this service issued the nonce, for this purpose and context, and it has not expired. */
export async function checkNonce(
  nonce: string,
  { sealer, now }: { readonly sealer: Sealer; readonly now: number },
  context?: string,
): Promise<void> {
  const opened = await sealer.open(nonce, now, context)
  if (opened.ok) return
  throw new ApiError(
    'invalid_nonce',
    `Nonce: ${opened.reason === 'expired' ? 'has expired' : 'was not issued by this service for this sign-in'}; ${SIGN_AGAIN}`,
  )
}

const isTime = (text: string): boolean => !Number.isNaN(timeOf(text))
const TIME = 'an RFC 3339 date-time'

type Line = readonly [name: string, check: (text: string) => boolean, expected: string, optional?: 'optional']

const URI: Line = ['URI', (text) => URL.canParse(text), 'a URI']
const VERSION: Line = ['Version', (text) => text === '1', '1']
const AGENT: readonly Line[] = [
  [
    'Agent ID',
    (text) => /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)),
    'a decimal integer below 2^53',
  ],
  ['Agent Registry', (text) => text !== '', 'the registry (CAIP-10)'],
]
const REST: readonly Line[] = [
  ['Chain ID', (text) => /^[1-9]\d*$/.test(text), 'a decimal integer'],
  ['Nonce', (text) => /^[a-zA-Z0-9]{8,}$/.test(text), 'the nonce, letters and digits'],
  ['Issued At', isTime, TIME],
  ['Expiration Time', isTime, TIME, 'optional'],
  ['Not Before', isTime, TIME, 'optional'],
  ['Request ID', (text) => /^\S+$/.test(text), 'a text without spaces', 'optional'],
]
/** The lines after the statement, in their order, and the kind of account that line 1 names. */
const FORMS = {
  'EIP-4361': { account: 'Ethereum', lines: [URI, VERSION, ...REST] },
  SIWA: { account: 'Agent', lines: [URI, VERSION, ...AGENT, ...REST] },
} as const

/** Names the first line that violates the form, and what it must be. It never repeats the message. */
export function messageFault(message: string, form: keyof typeof FORMS): string {
  const { account, lines: fields } = FORMS[form]
  const lines = message.split('\n')
  const at = (line: number, what: string) => `message: line ${line + 1} must be ${what}`
  const [head = '', address = '', blank, fourth = '', fifth] = lines
  const headEnd = ` wants you to sign in with your ${account} account:`
  if (message.includes('\r')) return 'message: lines must end in LF alone, without CR'
  if (!head.endsWith(headEnd) || head === headEnd) return at(0, `"<domain>${headEnd}"`)
  if (!isAddress(address)) return at(1, 'the address, in lower case or with its checksum')
  if (blank !== '') return at(2, 'empty')
  if (fourth.startsWith('URI: ')) return at(3, 'empty: without a statement two empty lines precede URI')
  if (fourth !== '' && fifth !== '') return at(4, 'empty, after a statement of one line')
  let line = fourth === '' ? 4 : 5
  for (const [name, isValid, what, optional] of fields) {
    const given = lines[line]?.startsWith(`${name}: `) ? lines[line]?.slice(name.length + 2) : undefined
    if (given === undefined ? !optional : !isValid(given)) return at(line, `"${name}: " and ${what}`)
    if (given !== undefined) line++
  }
  if (lines[line] === 'Resources:') while (lines[++line]?.startsWith('- '));
  if (line < lines.length) return `message: line ${line + 1} must be absent, or another field in the order of ${form}`
  return `message: must be exactly as ${form} writes it`
}
