import type * as z from 'zod'
import type { ChatappLink } from '../../schema/chatapp/answers.ts'
import { canonicalCswOf } from '../../shared/domain/account/canonicalCswOf.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import type { ChatappContext } from './context.ts'
import type { LinkRow } from '../../shared/domain/chatapp/linkMessages.ts'

/** An account as it is now, and whether its wallet’s owner is confirmed. */
type Owned = Awaited<ReturnType<Authority['owned']>>

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/**
 * The link of a chat user in an answer: with the current wallet of its account, so that a link which waited for a wallet
 * becomes active by itself. `owned` is null if the account was deleted.
 */
export function describeLink(link: LinkRow, owned: Owned | null): z.output<typeof ChatappLink> {
  const { chatappUserId, chatappUsername, profileId, idpUserId, failureCount, lastFailureReason, revokedAt } = link
  const canonicalCswAddress = owned && canonicalCswOf(owned.account)
  const linked = canonicalCswAddress === null ? 'pending_wallet_setup' : 'active'
  return {
    chatappUserId,
    chatappUsername,
    profileId,
    idpUserId,
    canonicalCswAddress,
    ownerVerified: owned === null ? false : owned.ownerVerified,
    linkStatus: revokedAt === null ? linked : 'revoked',
    linkedAt: isoTime(link.linkedAt),
    lastVerifiedAt: isoTime(link.lastVerifiedAt),
    revokedAt: revokedAt === null ? null : isoTime(revokedAt),
    failureCount,
    lastFailureReason,
  }
}

/** The same with the account as it is now. Throws store_unavailable. */
export async function describeStoredLink(
  link: LinkRow,
  { accounts, authority }: Pick<ChatappContext, 'accounts' | 'authority'>,
): Promise<z.output<typeof ChatappLink>> {
  const account = await accounts.findById(link.profileId)
  return describeLink(link, account && (await authority.owned(account)))
}
