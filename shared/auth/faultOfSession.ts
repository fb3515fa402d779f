import type { SessionStore } from '../durable/sessions.ts'
import type { ApiError } from '../errors/ApiError.ts'
import { bearerOf } from './bearerOf.ts'
import { givenTokens, hasSessionCookie } from './session.ts'
import { invalidToken, unauthenticated } from '../errors/unauthenticated.ts'

const FAULTS = { expired: 'the session has expired', ended: 'the session was ended' }

/** What is wrong with the session that a request brings, which does not count; undefined if it brings none. */
export async function faultOfSession(
  request: Request,
  sessions: Pick<SessionStore, 'fateOf'>,
): Promise<ApiError | undefined> {
  const isBearer = bearerOf(request) !== undefined
  if (!isBearer && !hasSessionCookie(request)) return undefined
  const [first] = givenTokens(request)
  const fate = first && (await sessions.fateOf(first.token))
  const text = fate ? FAULTS[fate] : `the ${isBearer ? 'bearer token' : 'cookie'} is not that of a session here`
  return isBearer ? invalidToken('session', text) : unauthenticated(text)
}
