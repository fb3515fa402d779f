import type { Operation } from '../../schema/operation.ts'
import { hasReceipt } from '../auth/credentialHeaders.ts'
import { ApiError } from '../errors/ApiError.ts'
import { challengesOf, credentialOf, schemesOf } from './challengesOf.ts'
import { CREDENTIAL_STEPS } from './credentialSteps.ts'

/** What signs a request beside a credential that was accepted: whoever knows how to sign knows the way. */
const SIGNATURES = ['ERC8128', 'HMAC']

/**
 * A 401 that says everything: what is wrong with the credential, or that there is none, how to get one and where it goes,
 * and in its headers every scheme that the operation takes. Any other error stays as it is.
 */
export function explainRefusal(error: ApiError, operation: Operation, request: Request, baseUrl: string): ApiError {
  const { code, status, detail, headers, about } = error
  if (status !== 401 && !about.refusal) return error
  const auth = credentialOf(operation)
  const challenges = challengesOf(operation, request, about.refusal)
  const isAboutCredential = code === 'unauthenticated' && auth !== undefined
  const text = isAboutCredential ? `${faultIn(error, request, auth)}${wayFor(error, auth, baseUrl)}` : detail
  return new ApiError(code, text, { ...challenges, ...headers }, about)
}

type Credential = keyof typeof CREDENTIAL_STEPS

function faultIn({ detail, about }: ApiError, request: Request, auth: Credential): string {
  const isWrongKind = !about.refusal && hasReceipt(request.headers) && !schemesOf(auth).includes('siwaReceipt')
  if (!isWrongKind) return detail ?? 'the request has no credential'
  const accepted = auth === 'session' || auth === 'admin' ? 'accepts only a session, not' : 'does not accept'
  return `this operation ${accepted} a SIWA receipt`
}

const wayFor = ({ about: { refusal } }: ApiError, auth: Credential, baseUrl: string): string =>
  refusal && SIGNATURES.includes(refusal.scheme) ? '' : `; ${CREDENTIAL_STEPS[auth](baseUrl)}`
