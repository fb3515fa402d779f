import type * as z from 'zod'
import type { AccountPayload } from '../../../schema/account/payload.ts'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { KINDS } from './linkable.ts'
import type { IdentityUser } from '../../../shared/idp/IdentityProvider.ts'
import type { Account, LinkedKind } from '../../../shared/store/accounts.ts'
import type { AccountContext } from '../context.ts'

/**
 * An account as its owner sees it: stored data, and the user as the identity provider shows it now. Fields that this
 * service cannot know are null. Throws store_unavailable.
 */
export async function describeAccount(
  account: Account,
  user: IdentityUser,
  { waitlist, points, trendProfiles, now }: Pick<AccountContext, 'waitlist' | 'points' | 'trendProfiles' | 'now'>,
): Promise<z.output<typeof AccountPayload>> {
  const { profileId, canonicalWallet, wallets, linked } = account
  const [entry, sum, trend] = await Promise.all([
    waitlist.findByProfile(profileId),
    points.pointsOf(profileId),
    trendProfiles.find(profileId),
  ])
  const idsOf = (kind: LinkedKind) => linked.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const [email = null] = idsOf('email')
  const signers = wallets.flatMap(({ kind, address }) => (kind === 'owner' ? [address] : []))
  const embedded = user.wallets.flatMap(({ kind, address }) => (kind === 'embedded' ? [address] : []))
  const canonicalSwAddress = canonicalCswOf(account)
  return {
    idpUserId: user.id,
    email,
    emailVerified: email !== null,
    appAccessStatus: entry?.status ?? null,
    baseSubAccount: null,
    linkedMethods: {
      google: idsOf(KINDS.google),
      apple: idsOf(KINDS.apple),
      twitter: idsOf(KINDS.twitter),
      chatapp: idsOf('chatapp'),
      tiktok: idsOf(KINDS.tiktok),
      external_eoa: signers.filter((address) => !embedded.includes(address)),
      email: idsOf('email'),
      cointrend_cross_app: trend?.subject ? [trend.subject] : [],
      wallet: [...signers, ...idsOf('svm')],
    },
    accountSignals: {
      linked: wallets.length > 0,
      canonicalSwAddress,
      creatorCoin: null,
      coinTrendHandle: trend?.handle ?? null,
      basename: null,
      primaryWalletAddress: canonicalWallet,
      embeddedEoaAddress: embedded[0] ?? null,
      lastResolvedAt: new Date(now()).toISOString(),
      executionTrack: canonicalSwAddress === null ? 'none-yet' : 'canonical-wallet',
    },
    score: { points: sum, tier: null },
  }
}
