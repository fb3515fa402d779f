import { getAddress } from 'viem'
import type * as z from 'zod'
import type { ResolvedTrendProfile } from '../../../schema/market/coinTrendProfiles.ts'
import type { IdentityPrincipal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { requireUser } from '../../../shared/idp/IdentityProvider.ts'
import { withCodes } from '../../../shared/provider/withCodes.ts'
import { profileOfLinked } from '../../../shared/store/accounts.ts'
import type { Resolved, TrendProfileRow } from '../../../shared/store/trendProfiles.ts'
import type { TrendContext } from './TrendContext.ts'

/** Minimum time between two lookups of an account. */
const WINDOW_SECONDS = 600
/** Maximum number of wallets of a trend-provider account that are looked up. */
const MOST_WALLETS = 5

/**
 * The profile of a user's account at the trend provider: the stored one, or, at most every ten minutes, a fresh one from the
 * identity provider and the trend provider. `always` looks it up even if one is stored.
 *
 * Throws account_not_found, trend_not_linked, account_conflict, rate_limited if nothing is stored and it is too early for another
 * lookup, trend_provider_not_configured, trend_provider_unavailable, identity_provider_unavailable, store_unavailable.
 */
export async function resolveProfile(
  principal: IdentityPrincipal,
  { always }: { readonly always: boolean },
  context: TrendContext,
): Promise<z.output<typeof ResolvedTrendProfile>> {
  const { accounts, trendProfiles, now } = context
  const user = { kind: 'idp', id: principal.userId } as const
  const [account, known] = await Promise.all([
    accounts.findByLinkedAccount(user.kind, user.id),
    trendProfiles.find(profileOfLinked(user)),
  ])
  if (!account)
    throw new ApiError(
      'account_not_found',
      'the user of the access token has no account; link the user to one with linkAccount',
    )
  const { profileId } = account
  const at = Math.floor(now() / 1000)
  if (known?.resolvedAt && !always) return describe(known, false, at)
  if (!context.trendProvider || context.trendAppId === undefined) throw new ApiError('trend_provider_not_configured')
  if (!(await trendProfiles.begin(profileId, WINDOW_SECONDS, at))) {
    const current = await trendProfiles.find(profileId)
    if (current?.resolvedAt) return describe(current, false, at)
    throw tooEarly((current?.lookedAt ?? at) + WINDOW_SECONDS - at)
  }
  const found = await lookUp(principal, context).catch(async (error: unknown) => {
    await trendProfiles.giveUp(profileId, at)
    throw error
  })
  const kept = await trendProfiles.keep(profileId, found, at)
  if (kept === 'taken')
    throw new ApiError('account_conflict', 'the trend-provider account is linked to another account')
  if (!found) throw new ApiError('trend_not_linked')
  return describe(kept, true, at)
}

/** Throws trend_provider_unavailable, unauthenticated, identity_provider_unavailable. */
async function lookUp(principal: IdentityPrincipal, context: TrendContext): Promise<Resolved | null> {
  const { provider, trendProvider, trendAppId } = context
  const { crossApps } = await requireUser(provider, principal)
  const linked = crossApps.find(({ appId }) => appId === trendAppId)
  if (!linked || !trendProvider) return null
  return withCodes({ failed: 'trend_provider_unavailable' }, async () => {
    for (const wallet of linked.wallets.slice(0, MOST_WALLETS)) {
      const profile = await trendProvider.findProfile(wallet)
      if (profile) return { subject: linked.subject, ...profile }
    }
    return null
  })
}

const tooEarly = (seconds: number): ApiError => {
  const wait = Math.max(1, seconds)
  return new ApiError('rate_limited', `a profile can be looked up once in ten minutes; retry after ${wait} seconds`, {
    'retry-after': String(wait),
  })
}

function describe(row: TrendProfileRow, isFresh: boolean, now: number): z.output<typeof ResolvedTrendProfile> {
  const { handle, displayName, walletAddress, resolvedAt } = row
  if (handle === null || resolvedAt === null) throw new ApiError('trend_not_linked')
  return {
    source: isFresh ? 'provider' : 'store',
    handle,
    displayName,
    walletAddress: walletAddress && getAddress(walletAddress),
    resolvedAt,
    ageSeconds: Math.max(0, now - resolvedAt),
  }
}
