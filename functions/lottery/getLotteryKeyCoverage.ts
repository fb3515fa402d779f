import type { lottery } from '../../schema/lottery.ts'
import { erc173Abi } from '../../shared/abi/erc173.ts'
import { keyStakingPoolAbi, keyTokenAbi } from '../../shared/abi/keyToken.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { LotteryContext } from './LotteryContext.ts'

/** Rooms that are looked at where none is named: token ids 0 to 63. */
const ROOMS = 64
/** A stake counts after a day, so that nobody covers a ticket with borrowed keys. */
const MIN_AGE = 86_400n

/**
 * The keys that a wallet has staked in rooms' pools and how many of them are old enough to count, from the key token
 * (stakingPoolByTokenId, creatorByTokenId) and the pools (getStakes, totalStaked), all at one block. It is a preview of
 * one wallet: nothing is published, and keys of other wallets of the same person are not counted.
 *
 * Throws role_not_configured, invalid_request for a token id beyond 256 bits, and what a chain read throws.
 */
export const getLotteryKeyCoverage: Handler<typeof lottery.getLotteryKeyCoverage, LotteryContext> = async (
  { query: { buyer, creatorCoin, tokenId } },
  { chain },
) => {
  const keyToken = chain.role('keyToken')
  const asked = tokenId === undefined ? null : BigInt(tokenId)
  if (asked !== null && asked >= 1n << 256n) throw new ApiError('invalid_request', 'tokenId: must be below 2^256')
  const ids = asked === null ? Array.from({ length: ROOMS }, (_, i) => BigInt(i)) : [asked]
  const { value, asOf } = await chain.read(({ at }) => ({
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
            stakes: poolAt('getStakes', [buyer]),
          },
        ]
      }),
    ),
  }))
  const rooms = Object.entries(value.rooms)
  if (rooms.every(([, room]) => room.pool === null))
    throw new ApiError('role_not_configured', `keyToken ${keyToken} does not answer as a key token`)
  const creators = [creatorCoin, value.coinOwner].flatMap((address) => address?.toLowerCase() ?? [])
  const keys = rooms.flatMap(([id, { pool, creator, total, stakes }]) => {
    const stakingPool = knownAddress(pool)
    const isWanted = creatorCoin === undefined || (creator !== null && creators.includes(creator.toLowerCase()))
    if (!stakingPool || !isWanted) return []
    const sum = (least: bigint) =>
      stakes &&
      stakes.reduce(
        (all, { amount, timestamp }) => (BigInt(asOf.timestamp) - timestamp >= least ? all + amount : all),
        0n,
      )
    return [{ id, stakingPool, creator: knownAddress(creator), total, staked: sum(0n), eligible: sum(MIN_AGE) }]
  })
  const totalStaked = keys.reduce((all, { staked }) => all + (staked ?? 0n), 0n)
  const units = keys.reduce((all, { eligible }) => all + (eligible ?? 0n), 0n)
  const unreadable = keys.some(({ staked }) => staked === null)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      lotteryManager: chain.config.contracts.lotteryManager ?? null,
      buyer,
      creatorCoin: creatorCoin ?? null,
      keyToken,
      minStakeAgeSeconds: Number(MIN_AGE),
      keys: keys.map(({ id, creator, stakingPool, staked, eligible, total }) => ({
        tokenId: id,
        creator,
        stakingPool,
        staked: decimal(staked),
        eligibleStaked: decimal(eligible),
        poolSupply: decimal(total),
      })),
      totalStaked: String(totalStaked),
      coverageUnits: String(units),
      eligible: units > 0n,
      reason:
        units > 0n ? null : totalStaked > 0n ? 'stake_too_recent' : unreadable ? 'stakes_unreadable' : 'no_staked_keys',
      publishedSnapshot: null,
    },
  }
}
