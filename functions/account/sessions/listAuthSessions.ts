import { ownSessions } from '../../../shared/domain/authority/ownSessions.ts'
import type { AccountHandler } from '../context.ts'

/** The sessions that the caller may end. Throws unauthenticated, store_unavailable. */
export const listAuthSessions: AccountHandler<'listAuthSessions'> = async ({ principal }, context) => {
  const found = await ownSessions(principal, context)
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
  return {
    data: {
      sessions: found.map(({ id, address, scope, method, by, issuedAt, expiresAt }) => ({
        id,
        isCurrent: id === principal.id,
        address,
        scope,
        method,
        by,
        startedAt: iso(issuedAt),
        expiresAt: iso(expiresAt),
      })),
    },
  }
}
