import { getAddress } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { KeySnapshot } from '../store/keyCoverage.ts'
import { type Coverage, type CoverageQuery, MIN_AGE } from './readCoverage.ts'

/** Fields of a preview and of a publication. */
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

/** How long a snapshot is valid: a day of blocks of two seconds. */
const VALID_BLOCKS = 43_200

export const snapshotFields = (snapshot: KeySnapshot) => ({
  snapshotId: `${snapshot.chainId}:${getAddress(snapshot.buyer)}:${snapshot.blockNumber}`,
  snapshotHash: snapshot.snapshotHash,
  blockNumber: String(snapshot.blockNumber),
  blockHash: snapshot.blockHash,
  coverageUnits: snapshot.units,
  publishedAt: snapshot.createdAt,
  validUntilBlock: String(snapshot.blockNumber + VALID_BLOCKS),
})
