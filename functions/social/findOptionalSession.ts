import { ApiError } from '../../shared/errors/ApiError.ts'
import { findSession, type SessionCredentials, type SessionPrincipal } from '../../shared/auth/findSession.ts'

/**
 * The session of a request that needs none; null if it has none. The cookie of a request from a foreign page does not count,
 * and is no reason to refuse it. Throws what the session store throws.
 */
export async function findOptionalSession(
  request: Request,
  credentials: SessionCredentials,
): Promise<SessionPrincipal | null> {
  try {
    return await findSession(request, credentials)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden_origin') return null
    throw error
  }
}
