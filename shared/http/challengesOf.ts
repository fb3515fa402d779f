import { type Operation, SECURITY } from '../../schema/operation.ts'
import type { Refusal } from '../errors/ApiError.ts'
import type { HeaderTable } from './headers.ts'

interface Challenge {
  readonly scheme: string
  readonly realm: string
}

/** HTTP schemes by the security schemes of the contract (schema/openapi.ts). A header of its own name has none. */
const CHALLENGES: Readonly<Record<string, Challenge>> = {
  bearer: { scheme: 'Bearer', realm: 'session' },
  siwaReceipt: { scheme: 'SIWA', realm: 'agent' },
  erc8128: { scheme: 'ERC8128', realm: 'agent' },
  runtimeSignature: { scheme: 'HMAC', realm: 'runtime' },
  chatappBearer: { scheme: 'Bearer', realm: 'chatapp' },
  // Secrets of the operator’s machines, and tokens that others issue, by their names.
  ...Object.fromEntries(
    ['cron', 'identity', 'ingest', 'keepr', 'miniapp', 'runtime', 'sentinel', 'tokenlist'].map((realm) => [
      realm,
      { scheme: 'Bearer', realm },
    ]),
  ),
}

/** The credential that requests to an operation need, or may need. */
export const credentialOf = (operation: Operation): keyof typeof SECURITY | undefined =>
  operation['x-auth'] ?? operation['x-auth-when']?.auth ?? operation['x-auth-optional']

/** Names of the security schemes of a credential, each once. */
export const schemesOf = (auth: keyof typeof SECURITY): string[] => [
  ...new Set(SECURITY[auth].flatMap((alternative) => Object.keys(alternative))),
]

/**
 * `WWW-Authenticate` of a 401: a challenge for every scheme that the operation takes, each with its realm, and the error of the
 * one that was refused, with the scope that it needs (RFC 9110, section 11.6.1; RFC 6750, section 3); where ERC-8128 is among
 * them, `Accept-Signature` says what a signature of this request must cover (RFC 9421, section 5.1).
 */
export function challengesOf(operation: Operation, request: Request, refusal?: Refusal): HeaderTable {
  const taken = challengesTaken(operation)
  const isRefused = ({ scheme, realm }: Challenge) => scheme === refusal?.scheme && realm === (refusal.realm ?? realm)
  // A receipt alone is enough for some operations, but not for a wallet that is a contract.
  const isMore = refusal?.scheme === 'ERC8128' && !taken.some(isRefused)
  const all = isMore ? [...taken, { scheme: 'ERC8128', realm: 'agent' }] : taken
  const texts = all.map((one) => {
    const error = isRefused(one) ? `, error="${refusal?.error}"` : ''
    const scope = isRefused(one) && refusal?.scope !== undefined ? `, scope="${refusal.scope}"` : ''
    return `${one.scheme} realm="${one.realm}"${error}${scope}`
  })
  return {
    'www-authenticate': texts.join(', '),
    ...(all.some(({ scheme }) => scheme === 'ERC8128') ? { 'accept-signature': signatureOf(operation, request) } : {}),
  }
}

function challengesTaken(operation: Operation): readonly Challenge[] {
  const auth = credentialOf(operation)
  const inBody = operation['x-challenge']
  if (auth === undefined) return inBody ? [inBody] : []
  return schemesOf(auth).flatMap((name) => CHALLENGES[name] ?? [])
}

/** The query and the body are covered where the request has them. */
function signatureOf({ method }: Operation, { url }: Request): string {
  const components = [
    '@authority',
    '@method',
    '@path',
    ...(url.includes('?') ? ['@query'] : []),
    ...(method === 'get' ? [] : ['content-digest']),
    'x-siwa-receipt',
  ]
  return `eth=(${components.map((name) => `"${name}"`).join(' ')});keyid;created;expires;nonce`
}
