import { clearedCookie } from '../../../shared/auth/session.ts'
import { ownSessions } from '../../../shared/domain/authority/ownSessions.ts'
import type { AccountHandler } from '../context.ts'

const MOST_ROUNDS = 20

/** Ends all sessions of the caller, this one too, and clears its cookie. Throws unauthenticated, store_unavailable. */
export const endAllAuthSessions: AccountHandler<'endAllAuthSessions'> = async ({ principal, request }, context) => {
  let ended = 0
  // A list holds the newest ones only: those behind them are in the next.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const own = await ownSessions(principal, context)
    if (own.length === 0) break
    const ids = own.map(({ id }) => id)
    ended += await context.sessions.end([...new Set(own.map(({ address }) => address))], { ids })
  }
  return { data: { ended }, headers: { 'set-cookie': clearedCookie(new URL(request.url)) } }
}
