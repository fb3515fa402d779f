import type { Chain } from '../../../shared/chain/chain.ts'
import { type Coverage, type CoverageQuery, MIN_AGE } from './readCoverage.ts'
import { decimal } from '../../../shared/text/decimal.ts'

/** What a preview and a publication say about the keys that were read. */
export const coverageFields = (
  { buyer, wallets, creatorCoin }: CoverageQuery,
  { asOf, keyToken, rooms, total, units, reason }: Coverage,
  { config }: Chain,
) => ({
  chainId: asOf.chainId,
  lotteryManager: config.contracts.lotteryManager ?? null,
  buyer,
  creatorCoin: creatorCoin ?? null,
  keyToken,
  blockNumber: asOf.blockNumber,
  blockHash: asOf.blockHash,
  blockTime: asOf.timestamp,
  wallets: [...wallets],
  minStakeAgeSeconds: Number(MIN_AGE),
  keys: rooms.map((room) => ({
    tokenId: String(room.tokenId),
    creator: room.creator,
    stakingPool: room.stakingPool,
    staked: decimal(room.staked),
    eligibleStaked: decimal(room.eligible),
    poolSupply: decimal(room.total),
  })),
  totalStaked: decimal(total),
  coverageUnits: decimal(units),
  eligible: units === null ? null : units > 0n,
  reason,
})
