import type { chatapp } from '../../schema/chatapp.ts'
import { canonicalCswOf } from '../../shared/domain/account/canonicalCswOf.ts'
import { syncAccount } from '../../shared/domain/account/syncAccount.ts'
import { openLinkToken } from '../../shared/domain/chatapp/linkToken.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { sha256 } from '../../shared/text/sha256.ts'
import { requireUser } from '../../shared/identity/requireUser.ts'
import type { ChatappContext } from './ChatappContext.ts'
import { describeLink } from './describeLink.ts'
import type { GivenLinkToken } from '../../shared/domain/chatapp/linkMessages.ts'
import { reportEvent, resultOf } from './reportEvent.ts'

/**
 * Links the chat user of a session to the account of the bearer's user (document 3, POST /chatapp/link/complete, rules 1 to
 * 9 in their order). Who is who is established here; what may be linked is decided in the object of the chat user, in one
 * step that a repeated request finds done.
 *
 * Throws unauthenticated, email_not_verified, account_conflict, identity_link_missing, chatapp_not_configured,
 * invalid_link_token, link_token_expired, identity_provider_unavailable, store_unavailable, and what the object refuses.
 */
export const completeChatappLink: Handler<typeof chatapp.completeChatappLink, ChatappContext> = async (
  { body: { sessionToken, linkToken: givenToken, flowId }, principal, waitUntil },
  context,
) => {
  const { provider, sessions, users, identities, accounts, now } = context
  const at = Math.floor(now() / 1000)
  const user = await requireUser(provider, principal)
  const { email } = user
  if (email === null) throw new ApiError('email_not_verified')
  const account = await syncAccount({ ...user, email }, { identities, accounts }, at)
  const { chatappUserId } = await sessions.find(sessionToken)
  if (user.chatapp?.id !== chatappUserId) throw new ApiError('identity_link_missing')
  const linkToken = givenToken === undefined ? undefined : await readLinkToken(givenToken, context)

  const flow = { flowId, chatappUserId }
  try {
    const completing = {
      tokenHash: await sha256(sessionToken),
      linkToken,
      idpUserId: user.id,
      profileId: account.profileId,
      now: at,
    }
    const completed = await users.complete(chatappUserId, completing)
    if ('refused' in completed) throw new ApiError(completed.refused)
    if (completed.token) {
      reportEvent(context, waitUntil, flow, 'token_claim_result', 'claimed')
      reportEvent(context, waitUntil, flow, 'token_consume_result', completed.token)
    }
    reportEvent(context, waitUntil, flow, 'backend_completion_result', 'succeeded')
    const canonicalCswAddress = canonicalCswOf(account)
    return {
      data: {
        link: describeLink(completed.link, account),
        account: {
          profileId: account.profileId,
          idpUserId: user.id,
          email,
          emailVerified: true,
          canonicalCswAddress,
          embeddedEoaAddress: user.wallets.find(({ kind }) => kind === 'embedded')?.address ?? null,
          ownerVerified: false,
          executionTrack: canonicalCswAddress === null ? 'none-yet' : 'canonical-wallet',
        },
      },
    }
  } catch (error) {
    reportEvent(context, waitUntil, flow, 'backend_completion_result', resultOf(error))
    throw error
  }
}

/** Throws invalid_link_token, link_token_expired, chatapp_not_configured. */
async function readLinkToken(token: string, { linkSecrets, now }: ChatappContext): Promise<GivenLinkToken> {
  if (linkSecrets.length === 0) throw new ApiError('chatapp_not_configured')
  const opened = await openLinkToken(token, linkSecrets, Math.floor(now() / 1000))
  if (opened === 'invalid') throw new ApiError('invalid_link_token')
  if (opened === 'expired') throw new ApiError('link_token_expired')
  return { hash: await sha256(token), ...opened }
}
