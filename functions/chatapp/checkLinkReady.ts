import type { chatapp } from '../../schema/chatapp/index.ts'
import { canonicalCswOf } from '../../shared/domain/account/canonicalCswOf.ts'
import { syncAccount } from '../../shared/domain/account/syncAccount.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { requireUser } from '../../shared/idp/requireUser.ts'
import type { ChatappContext } from './context.ts'

/**
 * Whether the bearer's user has the e-mail address asked about, verified; if so it is brought into its account (document 3,
 * POST /chatapp/link/ready). A user without it is not ready yet, which is no error. A session that is sent must be live.
 *
 * Throws unauthenticated, invalid_miniapp_session, miniapp_session_expired, identity_provider_unavailable,
 * account_conflict, store_unavailable.
 */
export const checkLinkReady: Handler<typeof chatapp.checkLinkReady, ChatappContext> = async (
  { body: { email, sessionToken }, principal },
  { provider, sessions, identities, accounts, authority, now },
) => {
  if (sessionToken !== undefined) await sessions.find(sessionToken)
  const user = await requireUser(provider, principal)
  if (user.email !== email) return { data: { ready: false, account: null } }
  const synced = await syncAccount({ ...user, email }, { identities, accounts }, Math.floor(now() / 1000))
  const account = await authority.currentIfKnown(synced)
  return {
    data: {
      ready: true,
      account: { idpUserId: user.id, email, emailVerified: true, canonicalCswAddress: canonicalCswOf(account) },
    },
  }
}
