import type { SessionStore } from '../durable/sessions.ts'
import type { ApiError } from '../errors/ApiError.ts'
import { invalidToken, unauthenticated } from '../errors/unauthenticated.ts'
import { bearerOf } from './credentialHeaders.ts'
import { givenTokens, hasSessionCookie } from './session.ts'

const FAULTS = {
  expired: 'the session has expired',
  ended: 'the session was ended',
  limited:
    'the session is limited: it only builds transactions and reads, as a bearer token; for a full session, request the nonce without `scope`',
}

/** The fault of a request's session, which was not accepted; undefined if the request has no session. */
export async function faultOfSession(
  request: Request,
  sessions: Pick<SessionStore, 'fateOf'>,
): Promise<ApiError | undefined> {
  const isBearer = bearerOf(request) !== undefined
  if (!isBearer && !hasSessionCookie(request)) return undefined
  const [first] = givenTokens(request)
  const fate = first && (await sessions.fateOf(first.token))
  const text = fate ? FAULTS[fate] : `the ${isBearer ? 'bearer token' : 'cookie'} is not a session of this service`
  return isBearer ? invalidToken('session', text, fate === 'limited' ? 'full' : undefined) : unauthenticated(text)
}
