import type * as z from 'zod'
import { getAddress, type Hex } from 'viem'
import type { TrendCoin, TrendMetrics, TrendOp } from '../../../schema/market/coinTrendParts.ts'
import type { TrendMetricsRow } from '../store/trendMetrics.ts'
import type { TrendOpRow } from '../store/trendOps.ts'

const addressOrNull = (address: Hex | null) => address && getAddress(address)

/** A reservation, for administrators and the sentinel. */
export const describeOp = (row: TrendOpRow): z.output<typeof TrendOp> => ({
  ticker: row.ticker,
  tickerHash: row.tickerHash,
  status: row.status,
  predictedCoin: getAddress(row.predictedCoin),
  deployedCoin: addressOrNull(row.deployedCoin),
  txHash: row.txHash,
  actorWallet: getAddress(row.actorWallet),
  creatorToken: addressOrNull(row.creatorToken),
  groupId: row.groupId,
  vaultAddress: addressOrNull(row.vaultAddress),
  lastError: row.lastError,
  reservedAt: row.reservedAt,
  updatedAt: row.updatedAt,
  checkedAt: row.checkedAt === 0 ? null : row.checkedAt,
  checkedBlock: row.checkedAt === 0 ? null : String(row.checkedBlock),
  deployedAt: row.deployedAt,
})

/** A deployed coin, for the public. */
export function describeCoin(row: TrendOpRow): z.output<typeof TrendCoin> {
  const { deployedCoin, deployedAt } = row
  if (deployedCoin === null || deployedAt === null) throw new Error(`${row.ticker} is not deployed`)
  return {
    ticker: row.ticker,
    address: getAddress(deployedCoin),
    status: row.status,
    creatorToken: addressOrNull(row.creatorToken),
    vaultAddress: addressOrNull(row.vaultAddress),
    txHash: row.txHash,
    deployedAt,
  }
}

export const describeMetrics = (row: TrendMetricsRow): z.output<typeof TrendMetrics> => ({
  takenAt: row.takenAt,
  blockNumber: String(row.block),
  totalSupply: row.totalSupply,
  decimals: row.decimals,
  pool: addressOrNull(row.pool),
  priceUsd: row.priceUsd,
  marketCapUsd: row.marketCapUsd,
})
