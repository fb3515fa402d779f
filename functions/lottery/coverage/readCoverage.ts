import type { Address, Hex } from 'viem'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import type { PriorReader } from '../../../shared/chain/createPriorReader.ts'
import { readRooms, type Room } from './readRooms.ts'
import { readStakes, type Stake } from './readStakes.ts'

/** A stake counts after a day, in seconds, so that a ticket cannot be covered with borrowed keys. */
export const MIN_AGE = 86_400n
/** The most pairs of wallet and room that one answer reads. */
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

/** The keys of one wallet in one room that count. */
export interface EligibleStake {
  readonly wallet: Address
  readonly tokenId: bigint
  readonly amount: bigint
}

/** A room with what the wallets have staked there together, and how much of it is old enough; null: not readable. */
export interface RoomCoverage extends Room {
  readonly staked: bigint | null
  readonly eligible: bigint | null
}

export interface Coverage {
  readonly asOf: AsOf & { readonly blockHash: Hex }
  readonly genesis: Hex
  readonly keyToken: Address
  readonly rooms: readonly RoomCoverage[]
  /** All rooms together; null if a part could not be read. */
  readonly total: bigint | null
  readonly units: bigint | null
  /** Why no key counts; null if some do. */
  readonly reason: 'too_many_rooms' | 'stakes_unreadable' | 'stake_too_recent' | 'no_staked_keys' | null
  /** Null if some could not be read. */
  readonly stakes: readonly EligibleStake[] | null
}

/**
 * Keys that wallets have staked in rooms' pools, and how many of them are old enough to count: from the key token, the
 * pools and, for each wallet's stakes, the pools' storage, all at one block before the newest. A part that could not be read
 * is null, and so is every sum that depends on it.
 *
 * Throws role_not_configured, and what a prior read throws.
 */
export async function readCoverage(query: CoverageQuery, chain: Chain, readPrior: PriorReader): Promise<Coverage> {
  const keyToken = chain.role('keyToken')
  const { wallets, creatorCoin, tokenIds } = query
  const { asOf, genesis, ...read } = await readRooms({ keyToken, tokenIds, creatorCoin }, readPrior)
  // If the pool holds no stakes, no wallet has staked anything.
  const candidates = read.rooms.flatMap((room) => (room.total ? wallets.map((wallet) => ({ room, wallet })) : []))
  const isComplete = read.isComplete && candidates.length <= MOST_STAKERS
  const stakers = candidates.map(({ room, wallet }) => ({ pool: room.stakingPool, wallet, total: room.total ?? 0n }))
  const found = isComplete ? await readStakes(chain, asOf, stakers) : []
  const own = read.rooms.map((room) =>
    wallets.map((wallet) => {
      const i = candidates.findIndex((staker) => staker.room === room && staker.wallet === wallet)
      const stakes = room.total === 0n ? [] : (found[i] ?? null)
      const old = stakes && stakes.filter(({ timestamp }) => BigInt(asOf.timestamp) - timestamp >= MIN_AGE)
      return { tokenId: room.tokenId, wallet, staked: stakes && amountOf(stakes), eligible: old && amountOf(old) }
    }),
  )
  const rooms = read.rooms.map((room, i) => ({
    ...room,
    staked: sumOf(own[i]?.map(({ staked }) => staked) ?? []),
    eligible: sumOf(own[i]?.map(({ eligible }) => eligible) ?? []),
  }))
  const stakes = own
    .flat()
    .flatMap(({ tokenId, wallet, eligible }) => (eligible ? [{ wallet, tokenId, amount: eligible }] : []))
  const total = isComplete ? sumOf(rooms.map(({ staked }) => staked)) : null
  const units = isComplete ? sumOf(rooms.map(({ eligible }) => eligible)) : null
  return {
    asOf,
    genesis,
    keyToken,
    rooms,
    total,
    units,
    reason: isComplete ? reasonOf(units, total) : 'too_many_rooms',
    stakes: total === null ? null : stakes,
  }
}

const amountOf = (stakes: readonly Stake[]): bigint => stakes.reduce((sum, { amount }) => sum + amount, 0n)

/** Null if one of them is not known. */
const sumOf = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce<bigint | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n)

function reasonOf(units: bigint | null, total: bigint | null) {
  if (units === null || total === null) return 'stakes_unreadable' as const
  if (units > 0n) return null
  return total > 0n ? ('stake_too_recent' as const) : ('no_staked_keys' as const)
}
