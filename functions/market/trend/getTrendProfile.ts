import type { TrendHandler } from './TrendContext.ts'
import { getAddress } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** A profile that an account has resolved, from the store. Throws trend_profile_not_found, store_unavailable. */
export const getTrendProfile: TrendHandler<'getTrendProfile'> = async ({ query }, { trendProfiles }) => {
  const row = await trendProfiles.findByHandle(query.handle)
  if (!row || row.handle === null || row.resolvedAt === null) throw new ApiError('trend_profile_not_found')
  const { handle, displayName, walletAddress, resolvedAt } = row
  return {
    data: {
      source: 'store',
      handle,
      displayName,
      walletAddress: walletAddress && getAddress(walletAddress),
      resolvedAt,
    },
  }
}
