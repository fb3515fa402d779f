import type { Address, Hex } from 'viem'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import type { PriorReader } from '../../../shared/chain/createPriorReader.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { readRooms, type Room } from './readRooms.ts'
import { readStakes, type Stake } from './readStakes.ts'

/** A stake counts after a day, so that nobody covers a ticket with borrowed keys. */
const MIN_AGE = 86_400n
/** Wallets in rooms that one answer looks at. */
const MOST_STAKERS = 1024

export interface CoverageQuery {
  readonly buyer: Address
  /** Whose stakes are added up. */
  readonly wallets: readonly Address[]
  /** Only rooms of this coin or its owner. */
  readonly creatorCoin?: Address | undefined
  /** Only these rooms. */
  readonly tokenIds?: readonly bigint[] | undefined
}

/** Keys of one wallet in one room that count. */
export interface EligibleStake {
  readonly wallet: Address
  readonly tokenId: bigint
  readonly amount: bigint
}

interface Coverage {
  readonly asOf: AsOf & { readonly blockHash: Hex }
  readonly genesis: Hex
  /** Null where some could not be read. */
  readonly stakes: readonly EligibleStake[] | null
  /** The part of the answer that preview and publication share. */
  readonly data: ReturnType<typeof describe>
}

/**
 * Keys that wallets have staked in rooms' pools, and how many of them are old enough to count: from the key token, the
 * pools and, for what each wallet staked, the pools' storage, all at one block before the newest. What could not be
 * read is null, and so is every sum that it would be part of.
 *
 * Throws role_not_configured, and what a prior read throws.
 */
export async function readCoverage(query: CoverageQuery, chain: Chain, readPrior: PriorReader): Promise<Coverage> {
  const keyToken = chain.role('keyToken')
  const { wallets, creatorCoin, tokenIds } = query
  const { asOf, genesis, ...read } = await readRooms({ keyToken, tokenIds, creatorCoin }, readPrior)
  // Where nothing is staked, nobody has staked anything.
  const asked = read.rooms.flatMap((room) => (room.total ? wallets.map((wallet) => ({ room, wallet })) : []))
  const isComplete = read.isComplete && asked.length <= MOST_STAKERS
  const stakers = asked.map(({ room, wallet }) => ({ pool: room.stakingPool, wallet, total: room.total ?? 0n }))
  const found = isComplete ? await readStakes(chain, asOf, stakers) : []
  const rooms = read.rooms.map((room) => ({
    ...room,
    own: wallets.map((wallet) => {
      const i = asked.findIndex((staker) => staker.room === room && staker.wallet === wallet)
      const stakes = room.total === 0n ? [] : (found[i] ?? null)
      const old = stakes && stakes.filter(({ timestamp }) => BigInt(asOf.timestamp) - timestamp >= MIN_AGE)
      return { wallet, staked: stakes && amountOf(stakes), eligible: old && amountOf(old) }
    }),
  }))
  const stakes = rooms.flatMap(({ tokenId, own }) =>
    own.flatMap(({ wallet, eligible }) => (eligible ? [{ wallet, tokenId, amount: eligible }] : [])),
  )
  const isWhole = isComplete && rooms.every(({ own }) => own.every(({ staked }) => staked !== null))
  return {
    asOf,
    genesis,
    stakes: isWhole ? stakes : null,
    data: describe(query, { keyToken, chain, asOf, rooms, isComplete }),
  }
}

interface OwnRoom extends Room {
  readonly own: readonly { readonly staked: bigint | null; readonly eligible: bigint | null }[]
}

function describe(
  { buyer, wallets, creatorCoin }: CoverageQuery,
  read: {
    keyToken: Address
    chain: Chain
    asOf: Coverage['asOf']
    rooms: readonly OwnRoom[]
    isComplete: boolean
  },
) {
  const { keyToken, chain, asOf, rooms, isComplete } = read
  const all = rooms.flatMap(({ own }) => own)
  const total = isComplete ? sumOf(all.map(({ staked }) => staked)) : null
  const units = isComplete ? sumOf(all.map(({ eligible }) => eligible)) : null
  return {
    chainId: asOf.chainId,
    lotteryManager: chain.config.contracts.lotteryManager ?? null,
    buyer,
    creatorCoin: creatorCoin ?? null,
    keyToken,
    blockNumber: asOf.blockNumber,
    blockHash: asOf.blockHash,
    blockTime: asOf.timestamp,
    wallets: [...wallets],
    minStakeAgeSeconds: Number(MIN_AGE),
    keys: rooms.map(({ tokenId, creator, stakingPool, total: poolSupply, own }) => ({
      tokenId: String(tokenId),
      creator,
      stakingPool,
      staked: decimal(sumOf(own.map(({ staked }) => staked))),
      eligibleStaked: decimal(sumOf(own.map(({ eligible }) => eligible))),
      poolSupply: decimal(poolSupply),
    })),
    totalStaked: decimal(total),
    coverageUnits: decimal(units),
    eligible: units === null ? null : units > 0n,
    reason: isComplete ? reasonOf(units, total) : ('too_many_rooms' as const),
  }
}

const amountOf = (stakes: readonly Stake[]): bigint => stakes.reduce((sum, { amount }) => sum + amount, 0n)

/** Null where one of them is not known. */
const sumOf = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce<bigint | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n)

function reasonOf(units: bigint | null, total: bigint | null) {
  if (units === null || total === null) return 'stakes_unreadable' as const
  if (units > 0n) return null
  return total > 0n ? ('stake_too_recent' as const) : ('no_staked_keys' as const)
}
