import { refuseForeignOrigin } from '../../shared/auth/origin.ts'
import { clearedCookie, givenTokens } from '../../shared/auth/session.ts'
import type { AccountHandler } from './context.ts'

/** Revokes every session that the request carries and clears the cookie; without a session there is nothing to do. */
export const logoutAuth: AccountHandler<'logoutAuth'> = async ({ request }, { sessions, trustedOrigins }) => {
  refuseForeignOrigin(request, trustedOrigins)
  await Promise.all(givenTokens(request).map(({ token }) => sessions.revoke(token)))
  return { data: { signedOut: true }, headers: { 'set-cookie': clearedCookie(new URL(request.url)) } }
}
