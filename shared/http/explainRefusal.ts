import type { Operation, SECURITY } from '../../schema/operation.ts'
import { hasReceipt } from '../auth/credentialHeaders.ts'
import { ApiError } from '../errors/ApiError.ts'
import { challengesOf, credentialOf, schemesOf } from './challengesOf.ts'

type Steps = (api: string) => string

const asPerson: Steps = (api) =>
  `sign a message (EIP-4361) with the nonce of GET ${api}/auth/nonce, sign in with POST ${api}/auth/verify, and send the token as Authorization: Bearer, or the cookie`
const asAgent: Steps = (api) =>
  `as an agent, sign a SIWA message with the nonce of POST ${api}/auth/agent-nonce, sign in with POST ${api}/auth/agent-verify, and send the receipt in X-SIWA-Receipt`
const withSecret =
  (name: string, header?: string): Steps =>
  () =>
    `send the ${name} secret as Authorization: Bearer${header === undefined ? '' : `, or in ${header}`}`

/** How a caller gets the credential of an operation and where to send it, by the contract's name of the credential. */
export const CREDENTIAL_STEPS: Readonly<Record<keyof typeof SECURITY, Steps>> = {
  session: asPerson,
  admin: asPerson,
  build: (api) => `${asPerson(api)}; or ${asAgent(api)}`,
  write: (api) => `${asPerson(api)}; or ${asAgent(api)} with a signature of the request (ERC-8128, Accept-Signature)`,
  identity: () => 'send an access token of the identity provider as Authorization: Bearer, or in X-IdP-Token',
  sessionAndIdentity: (api) =>
    `send an access token of the identity provider in X-IdP-Token, and also a session: ${asPerson(api)}`,
  miniapp: (api) => `send the sessionToken of POST ${api}/chatapp/miniapp/session as Authorization: Bearer`,
  keepr: (api) => `${withSecret('keepr')(api)}, and the key of the trust zone in X-Keepr-Zone-Key`,
  cron: withSecret('cron', 'X-Cron-Secret'),
  chatapp: withSecret('chatapp', 'X-Telegram-Bot-Api-Secret-Token'),
  ingest: withSecret('ingest'),
  tokenlist: withSecret('tokenlist'),
  sentinel: withSecret('sentinel'),
  runtime: withSecret('runtime'),
}

/** Schemes that sign a request beside an accepted credential: their callers need no steps to that credential. */
const SIGNATURES = ['ERC8128', 'HMAC']

/**
 * Completes a 401: the fault of the credential, or its absence, how to get one and where it goes, and in the headers every
 * scheme that the operation takes. Any other error stays as it is.
 */
export function explainRefusal(error: ApiError, operation: Operation, request: Request, baseUrl: string): ApiError {
  const { code, status, detail, headers, about } = error
  if (status !== 401 && !about.refusal) return error
  const auth = credentialOf(operation)
  const challenges = challengesOf(operation, request, about.refusal)
  const isAboutCredential = code === 'unauthenticated' && auth !== undefined
  const text = isAboutCredential ? `${faultIn(error, request, auth)}${stepsFor(error, auth, baseUrl)}` : detail
  return new ApiError(code, text, { ...challenges, ...headers }, about)
}

type Credential = keyof typeof CREDENTIAL_STEPS

function faultIn({ detail, about }: ApiError, request: Request, auth: Credential): string {
  const isWrongKind = !about.refusal && hasReceipt(request.headers) && !schemesOf(auth).includes('siwaReceipt')
  if (!isWrongKind) return detail ?? 'the request has no credential'
  const accepted = auth === 'session' || auth === 'admin' ? 'accepts only a session, not' : 'does not accept'
  return `this operation ${accepted} a SIWA receipt`
}

const stepsFor = ({ about: { refusal } }: ApiError, auth: Credential, baseUrl: string): string =>
  refusal && SIGNATURES.includes(refusal.scheme) ? '' : `; ${CREDENTIAL_STEPS[auth](baseUrl)}`
