import { creditFields, UNITS_PER_CREDIT, utcDay, WEIGHTS } from '../../shared/domain/lottery/amoe/credits.ts'
import { requestKey } from '../../shared/durable/onceFor.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { PostClaim } from './amoe/AmoePost.ts'
import { requireAccount } from './amoe/createAmoe.ts'
import { readPostId, requireProof } from './amoe/postRules.ts'
import type { LotteryHandler } from './context.ts'

/** Name of the object that holds the day of an author; those of posts are digits. */
const authorDay = (authorId: string, day: string): string => `author:${authorId}:${day}`

const SOURCE = 'amoe_post_daily'

/**
 * One credit per UTC day and account for a post about the free way in, looked up at the social platform: its author is
 * linked to the account, it was made today, and it contains the required text. A post counts once worldwide, and its author
 * for one account a day. The same post again answers `awarded: false`.
 *
 * Throws invalid_post_reference, social_not_linked, daily_checkin_already_claimed, post_already_claimed, post_not_found,
 * post_author_mismatch, post_not_today, post_content_mismatch, post_verification_unavailable, posts_not_configured,
 * store_unavailable.
 */
export const checkinAmoePost: LotteryHandler<'checkinAmoePost'> = async (
  { body, principal },
  { amoe, appUrl, now },
) => {
  const postId = readPostId(body)
  const posts = amoe.posts()
  const { account, address } = await requireAccount(amoe.authority, principal)
  const authors = account?.linked.flatMap(({ kind, id }) => (kind === 'social' ? [id] : [])) ?? []
  if (!account || authors.length === 0) throw new ApiError('social_not_linked')
  const { profileId } = account
  const moment = now()

  const verify = async (): Promise<PostClaim> => {
    const day = utcDay(moment)
    const taken = await amoe.ledger(profileId, (ledger) => ledger.find(SOURCE, day))
    if (taken !== null && taken !== postId) throw new ApiError('daily_checkin_already_claimed')
    const found = await posts.find(postId)
    requireProof(found, { id: postId, authors, day, appUrl })
    // A social account may be unlinked and linked to somebody else: for one day it counts for one.
    const ofAuthor = await amoe.post(authorDay(found.authorId, day), (post) => post.claim({ profileId, day }))
    if (ofAuthor.profileId !== profileId) throw new ApiError('daily_checkin_already_claimed')
    return amoe.post(postId, (post) => post.claim({ profileId, day }))
  }
  // If a run of this account ended between claim and credit, the credit is made good for the claim's own day.
  const claim = (await amoe.post(postId, (post) => post.find())) ?? (await verify())
  if (claim.profileId !== profileId) throw new ApiError('post_already_claimed')
  const { awarded, reference, units } = await amoe.ledger(profileId, (ledger) =>
    ledger.award(
      { profileId, source: SOURCE, sourceId: claim.day, points: 1, reference: postId, now: Math.floor(moment / 1000) },
      requestKey(),
    ),
  )
  if (reference !== postId) throw new ApiError('daily_checkin_already_claimed')
  return {
    data: {
      wallet: account.canonicalWallet ?? address,
      day: claim.day,
      awarded,
      awardedCredits: awarded ? WEIGHTS[SOURCE] / UNITS_PER_CREDIT : 0,
      ...creditFields(units),
    },
  }
}
