import type { SessionStore } from '../durable/sessions.ts'
import type { Origins } from '../env/originsOf.ts'
import { requireTrustedOrigin } from './origin.ts'
import type { SessionPrincipal } from './principal.ts'
import { givenTokens } from './session.ts'

/** What finding a session depends on. */
export interface SessionCredentials {
  readonly sessions: Pick<SessionStore, 'find'>
  readonly trustedOrigins: Origins
}

/**
 * The session of a request that `changes` something, or has an unsafe method, or neither; null if it has none that counts.
 * Throws forbidden_origin for the cookie of a request from a
 * foreign page, and what the session store throws.
 */
export async function findSession(
  request: Request,
  { sessions, trustedOrigins }: SessionCredentials,
  changes = false,
): Promise<SessionPrincipal | null> {
  for (const { token, from } of givenTokens(request)) {
    const session = await sessions.find(token)
    if (!session) continue
    if (from === 'cookie') requireTrustedOrigin(request, trustedOrigins, changes)
    return { kind: 'session', address: session.address, expiresAt: session.expiresAt }
  }
  return null
}
