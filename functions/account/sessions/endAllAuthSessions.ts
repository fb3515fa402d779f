import type { sessions } from '../../../schema/sessions.ts'
import { clearedCookie } from '../../../shared/auth/session.ts'
import { ownSessions } from '../../../shared/domain/authority/ownSessions.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'

/** Ends all sessions of the caller, this one too, and clears its cookie. Throws unauthenticated, store_unavailable. */
export const endAllAuthSessions: Handler<typeof sessions.endAllAuthSessions, AccountContext> = async (
  { principal, request },
  context,
) => {
  const own = await ownSessions(principal, context)
  const ended = await context.sessions.end([...new Set(own.map(({ address }) => address))], {
    ids: own.map(({ id }) => id),
  })
  return { data: { ended }, headers: { 'set-cookie': clearedCookie(new URL(request.url)) } }
}
