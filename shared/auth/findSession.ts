import type { Address } from 'viem'
import type { SessionOrigin } from '../store/WalletProof.ts'
import type { Lease } from '../durable/limits.ts'
import type { SessionBudget, SessionScope, SessionStore } from '../durable/sessions.ts'
import type { Origins } from '../env/originsOf.ts'
import { requireTrustedOrigin } from './origin.ts'
import { givenTokens } from './session.ts'

export interface SessionPrincipal extends SessionOrigin {
  readonly kind: 'session'
  readonly address: Address
  /** Id under which its owner sees it. */
  readonly id: string
  /** Unix seconds. */
  readonly expiresAt: number
  readonly scope: SessionScope
}

export interface SessionCredentials {
  readonly sessions: Pick<SessionStore, 'find' | 'fateOf'>
  readonly trustedOrigins: Origins
}

interface Wanted {
  /** Whether the request changes data, whatever its method. */
  readonly changes?: boolean | undefined
  /** Whether a session whose account was deleted is accepted. */
  readonly takesEnding?: boolean | undefined
  /** Whether a limited session is accepted, as a bearer token. */
  readonly takesLimited?: boolean | undefined
  /** The budget of the session's address, from which one token is taken in the same call. */
  readonly counts?: CountsSession | undefined
}

/** A budget, and what becomes of a token that was taken of it. */
export interface CountsSession extends SessionBudget {
  readonly leased: (address: Address, lease: Lease) => void
}

/**
 * The session of a request; null without a live session. Throws forbidden_origin for a cookie in a request from a foreign page
 * that `changes` data or has an unsafe method, and what the session store throws.
 */
export async function findSession(
  request: Request,
  { sessions, trustedOrigins }: SessionCredentials,
  { changes, takesEnding, takesLimited = false, counts }: Wanted = {},
): Promise<SessionPrincipal | null> {
  for (const { token, from } of givenTokens(request)) {
    const session = await sessions.find(token, takesLimited && from === 'bearer', counts && budgetOf(counts))
    if (session?.lease) counts?.leased(session.address, session.lease)
    if (!session || (session.isEnding && !takesEnding)) continue
    if (from === 'cookie') requireTrustedOrigin(request, trustedOrigins, changes)
    const { id, address, expiresAt, scope, method, by, profileId, proofs } = session
    return { kind: 'session', id, address, expiresAt, scope, method, by, profileId, proofs }
  }
  return null
}

/** Sent to the object of the session. */
const budgetOf = ({ before, after, limit, windowSeconds }: SessionBudget): SessionBudget => ({
  before,
  after,
  limit,
  windowSeconds,
})
