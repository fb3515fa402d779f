import type * as z from 'zod'
import type { CompletedLink } from '../../schema/chatapp/answers.ts'
import type { IdentityPrincipal } from '../../shared/auth/principal.ts'
import { requireEmail, syncAccount } from '../../shared/domain/account/syncAccount.ts'
import type { GivenLinkToken } from '../../shared/domain/chatapp/linkMessages.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { requireUser } from '../../shared/idp/IdentityProvider.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import type { ChatappHandler, ChatappContext } from './context.ts'
import { describeLink } from './describeLink.ts'
import { type Flow, followFlow, reportToken, resultOf } from './followFlow.ts'
import { openLinkToken } from './link/linkToken.ts'

/**
 * Links the chat user of a session to the account of the access token's user (document 3, POST /chatapp/link/complete, rules 1
 * to 9 in their order). This handler identifies both; the Durable Object of the chat user decides the link in one step, which
 * a repeated request finds done. Every result is reported.
 *
 * Throws unauthenticated, email_not_verified, account_conflict, identity_link_missing, chatapp_not_configured,
 * invalid_link_token, identity_provider_unavailable, store_unavailable, and the refusals of the Durable Object.
 */
export const completeChatappLink: ChatappHandler<'completeChatappLink'> = async (
  { body: { sessionToken, linkToken, flowId }, principal, waitUntil },
  context,
) => {
  const flow = followFlow(context, waitUntil, flowId)
  try {
    const data = await complete({ sessionToken, linkToken, principal }, context, flow)
    flow.report('backend_completion_result', 'succeeded')
    return { data }
  } catch (error) {
    flow.report('backend_completion_result', resultOf(error))
    throw error
  }
}

interface LinkRequest {
  readonly sessionToken: string
  readonly linkToken: string | undefined
  readonly principal: IdentityPrincipal
}

async function complete(
  { sessionToken, linkToken: givenToken, principal }: LinkRequest,
  context: ChatappContext,
  flow: Flow,
): Promise<z.output<typeof CompletedLink>> {
  const { provider, sessions, users, authority, now } = context
  const at = Math.floor(now() / 1000)
  const user = await requireUser(provider, principal)
  const email = await requireEmail(user, context)
  const account = await syncAccount({ ...user, email }, context, at)
  const { chatappUserId } = await sessions.find(sessionToken)
  flow.isOf(chatappUserId)
  if (user.chatapp?.id !== chatappUserId) throw new ApiError('identity_link_missing')

  const completed = await reportToken(flow, givenToken, async () =>
    users.complete(chatappUserId, {
      tokenHash: await sha256(sessionToken),
      linkToken: givenToken === undefined ? undefined : await readLinkToken(givenToken, context),
      idpUserId: user.id,
      profileId: account.profileId,
      now: at,
    }),
  )
  if ('refused' in completed) throw new ApiError(completed.refused)
  const link = describeLink(completed.link, await authority.owned(account))
  const { canonicalCswAddress, ownerVerified } = link
  return {
    link,
    account: {
      profileId: account.profileId,
      idpUserId: user.id,
      email,
      emailVerified: true,
      canonicalCswAddress,
      embeddedEoaAddress: user.wallets.find(({ kind }) => kind === 'embedded')?.address ?? null,
      ownerVerified,
      executionTrack: canonicalCswAddress === null ? 'none-yet' : 'canonical-wallet',
    },
  }
}

/** Throws invalid_link_token, chatapp_not_configured. */
async function readLinkToken(token: string, { linkSecrets }: ChatappContext): Promise<GivenLinkToken> {
  if (linkSecrets.length === 0) throw new ApiError('chatapp_not_configured')
  const opened = await openLinkToken(token, linkSecrets)
  if (opened === 'invalid') throw new ApiError('invalid_link_token')
  return { hash: await sha256(token), ...opened }
}
