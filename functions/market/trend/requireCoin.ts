import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { TrendOpRow } from '../store/trendOps.ts'

/** The record of a coin that is deployed at its predicted address. Throws trend_coin_not_found. */
export function requireCoin(row: TrendOpRow | null): TrendOpRow {
  if (!row || row.deployedAt === null || row.status === 'failed') throw new ApiError('trend_coin_not_found')
  return row
}
