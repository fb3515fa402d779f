import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { TrendOpRow } from '../store/trendOps.ts'

/** A record whose coin is where it was predicted. Throws trend_coin_not_found. */
export function requireCoin(row: TrendOpRow | null): TrendOpRow {
  if (!row || row.deployedAt === null || row.status === 'failed') throw new ApiError('trend_coin_not_found')
  return row
}
