import type { Address, Hex } from 'viem'
import { erc173Abi } from '../../../shared/abi/erc173.ts'
import { keyStakingPoolAbi, keyTokenAbi } from '../../../shared/abi/keyToken.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import type { PriorReader } from '../../../shared/chain/createPriorReader.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { ApiError } from '../../../shared/http/ApiError.ts'
import { decimal } from '../../../shared/text/decimal.ts'

/** Rooms that are looked at where none is named: token ids 0 to 63. */
const ROOMS = 64
/** A stake counts after a day, so that nobody covers a ticket with borrowed keys. */
const MIN_AGE = 86_400n

export interface CoverageQuery {
  readonly buyer: Address
  /** Whose stakes are added up. */
  readonly wallets: readonly Address[]
  /** Only rooms of this coin or its owner. */
  readonly creatorCoin?: Address | undefined
  /** Only this room. */
  readonly tokenId?: bigint | undefined
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
  readonly stakes: readonly EligibleStake[]
  /** The part of the answer that preview and publication share. */
  readonly data: ReturnType<typeof describe>
}

/**
 * Keys that wallets have staked in rooms' pools, and how many of them are old enough to count: from the key token
 * (stakingPoolByTokenId, creatorByTokenId) and the pools (getStakes, totalStaked), all at one block before the newest.
 *
 * Throws role_not_configured, and what a prior read throws.
 */
export async function readCoverage(query: CoverageQuery, chain: Chain, readPrior: PriorReader): Promise<Coverage> {
  const keyToken = chain.role('keyToken')
  const { wallets, creatorCoin, tokenId } = query
  const ids = tokenId === undefined ? Array.from({ length: ROOMS }, (_, i) => BigInt(i)) : [tokenId]
  const { value, asOf, genesis } = await readPrior(({ at }) => ({
    coinOwner: creatorCoin ? at(creatorCoin, erc173Abi)('owner') : null,
    rooms: Object.fromEntries(
      ids.map((id) => {
        const keys = at(keyToken, keyTokenAbi)
        const pool = keys('stakingPoolByTokenId', [id])
        const poolAt = at(pool, keyStakingPoolAbi)
        return [
          String(id),
          {
            pool,
            creator: keys('creatorByTokenId', [id]),
            total: poolAt('totalStaked'),
            stakes: Object.fromEntries(wallets.map((wallet) => [wallet, poolAt('getStakes', [wallet])])),
          },
        ]
      }),
    ),
  }))
  if (Object.values(value.rooms).every(({ pool }) => pool === null))
    throw new ApiError('role_not_configured', `keyToken ${keyToken} does not answer as a key token`)
  const creators = [creatorCoin, value.coinOwner].flatMap((address) => address?.toLowerCase() ?? [])
  const rooms = Object.entries(value.rooms).flatMap(([id, { pool, creator, total, stakes }]) => {
    const stakingPool = knownAddress(pool)
    const isWanted = creatorCoin === undefined || (creator !== null && creators.includes(creator.toLowerCase()))
    if (!stakingPool || !isWanted) return []
    const own = wallets.map((wallet) => {
      const all = stakes[wallet] ?? null
      const sum = (least: bigint) =>
        all &&
        all.reduce(
          (units, { amount, timestamp }) => (BigInt(asOf.timestamp) - timestamp >= least ? units + amount : units),
          0n,
        )
      return { wallet, staked: sum(0n), eligible: sum(MIN_AGE) }
    })
    return [{ tokenId: BigInt(id), stakingPool, creator: knownAddress(creator), total, own }]
  })
  const stakes = rooms.flatMap(({ tokenId: room, own }) =>
    own.flatMap(({ wallet, eligible }) => (eligible ? [{ wallet, tokenId: room, amount: eligible }] : [])),
  )
  return { asOf, genesis, stakes, data: describe(query, { keyToken, chain, asOf, rooms }) }
}

interface Room {
  readonly tokenId: bigint
  readonly stakingPool: Address
  readonly creator: Address | null
  readonly total: bigint | null
  readonly own: readonly { readonly staked: bigint | null; readonly eligible: bigint | null }[]
}

function describe(
  { buyer, wallets, creatorCoin }: CoverageQuery,
  { keyToken, chain, asOf, rooms }: { keyToken: Address; chain: Chain; asOf: Coverage['asOf']; rooms: readonly Room[] },
) {
  const all = rooms.flatMap(({ own }) => own)
  const total = sumOf(all.map(({ staked }) => staked ?? 0n))
  const units = sumOf(all.map(({ eligible }) => eligible ?? 0n))
  const isUnreadable = all.some(({ staked }) => staked === null)
  const known = (amounts: readonly (bigint | null)[]) =>
    amounts.includes(null) ? null : sumOf(amounts.map((amount) => amount ?? 0n))
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
      staked: decimal(known(own.map(({ staked }) => staked))),
      eligibleStaked: decimal(known(own.map(({ eligible }) => eligible))),
      poolSupply: decimal(poolSupply),
    })),
    totalStaked: String(total),
    coverageUnits: String(units),
    eligible: units > 0n,
    reason: reasonOf(units, total, isUnreadable),
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

function reasonOf(units: bigint, total: bigint, isUnreadable: boolean) {
  if (units > 0n) return null
  if (total > 0n) return 'stake_too_recent' as const
  return isUnreadable ? ('stakes_unreadable' as const) : ('no_staked_keys' as const)
}
