import { canonicalCswOf } from '../../shared/domain/account/canonicalCswOf.ts'
import { settleEmail, syncAccount } from '../../shared/domain/account/syncAccount.ts'
import { requireUser } from '../../shared/idp/IdentityProvider.ts'
import type { ChatappHandler } from './context.ts'

/**
 * Checks whether the user of the access token has the requested e-mail address, verified, and adds it to the user's account
 * (document 3, POST /chatapp/link/ready). A user without it is not ready yet, without an error. A session must be live.
 *
 * Throws unauthenticated, invalid_miniapp_session, miniapp_session_expired, identity_provider_unavailable,
 * account_conflict, store_unavailable.
 */
export const checkLinkReady: ChatappHandler<'checkLinkReady'> = async (
  { body: { email, sessionToken }, principal },
  context,
) => {
  const { provider, sessions, authority, now } = context
  if (sessionToken !== undefined) await sessions.find(sessionToken)
  const user = await requireUser(provider, principal)
  if (user.email !== email) {
    await settleEmail(user, context)
    return { data: { ready: false, account: null } }
  }
  const synced = await syncAccount({ ...user, email }, context, Math.floor(now() / 1000))
  const account = await authority.currentIfKnown(synced)
  return {
    data: {
      ready: true,
      account: { idpUserId: user.id, email, emailVerified: true, canonicalCswAddress: canonicalCswOf(account) },
    },
  }
}
