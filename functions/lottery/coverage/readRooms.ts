import { isAddressEqual, type Address } from 'viem'
import { erc173Abi } from '../../../shared/abi/standards.ts'
import { keyStakingPoolAbi, keyTokenAbi } from '../../../shared/domain/lottery/keyTokenAbi.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { PriorRead, PriorReader } from '../../../shared/chain/createPriorReader.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

export interface Room {
  readonly tokenId: bigint
  readonly creator: Address | null
  readonly stakingPool: Address
  /** Keys that all wallets have staked there; null if the contract does not answer as this room's pool. */
  readonly total: bigint | null
}

interface Rooms extends Pick<PriorRead<null>, 'asOf' | 'genesis'> {
  readonly rooms: readonly Room[]
  /** False if there are more token ids than are read. */
  readonly isComplete: boolean
}

/** Which rooms: those with these ids, or all; only those of a coin or its owner, if one is named. */
export interface RoomQuery {
  readonly keyToken: Address
  readonly tokenIds: readonly bigint[] | undefined
  readonly creatorCoin: Address | undefined
}

/** Token ids of one request, and of one answer. */
const PAGE = 64
const MOST = 1024
/** Rooms are numbered consecutively: after this many ids in a row without a room, there are no more. */
const GAP = 32
/** ERC-165 identifier of ERC-1155. */
const ERC1155 = '0xd9b67a26'

/**
 * The rooms of a key token (stakingPoolByTokenId, creatorByTokenId) and what is staked in them (tokenId, totalStaked of
 * the pool), all at one block before the newest.
 *
 * Throws role_not_configured if the key token does not answer as one, and what a prior read throws.
 */
export async function readRooms(query: RoomQuery, readPrior: PriorReader): Promise<Rooms> {
  const { tokenIds } = query
  if (tokenIds) return { ...(await readPage(query, readPrior, tokenIds)), isComplete: true }
  const { asOf, genesis, ...page } = await readPage(query, readPrior, idsFrom(0))
  const rooms = [...page.rooms]
  let { last } = page
  for (let next = PAGE; ; next += PAGE) {
    if (BigInt(next) - (last ?? -1n) > GAP) return { asOf, genesis, rooms, isComplete: true }
    if (next === MOST) return { asOf, genesis, rooms, isComplete: false }
    const further = await readPage(query, readPrior, idsFrom(next), asOf)
    rooms.push(...further.rooms)
    last = further.last ?? last
  }
}

const idsFrom = (first: number): bigint[] => Array.from({ length: PAGE }, (_, i) => BigInt(first + i))

/** The rooms among these ids, and the last id that is a room at all. */
async function readPage(
  { keyToken, creatorCoin }: RoomQuery,
  readPrior: PriorReader,
  ids: readonly bigint[],
  pinned?: Rooms['asOf'],
) {
  const { value, asOf, genesis } = await readPrior((describe) => {
    const keys = describe.at(keyToken, keyTokenAbi)
    return {
      isKeyToken: keys('supportsInterface', [ERC1155]),
      coinOwner: creatorCoin ? describe.at(creatorCoin, erc173Abi)('owner') : null,
      rooms: Object.fromEntries(ids.map((id) => [String(id), roomCalls(describe, keyToken, id)])),
    }
  }, pinned)
  const read = Object.entries(value.rooms)
  if (value.isKeyToken !== true && read.every(([, { pool }]) => pool === null))
    throw new ApiError('role_not_configured', `keyToken: ${keyToken} does not implement the key token interface`)
  const creators = [creatorCoin, value.coinOwner].flatMap((address) => address ?? [])
  const found = read.flatMap(([id, room]) => {
    const [stakingPool, creator] = [knownAddress(room.pool), knownAddress(room.creator)]
    return stakingPool || creator ? [{ tokenId: BigInt(id), stakingPool, creator, room }] : []
  })
  const rooms = found.flatMap(({ tokenId, stakingPool, creator, room }): Room[] => {
    const isWanted = !creatorCoin || (creator !== null && creators.some((own) => isAddressEqual(own, creator)))
    if (!stakingPool || !isWanted) return []
    return [{ tokenId, stakingPool, creator, total: room.poolOf === tokenId ? room.total : null }]
  })
  return { asOf, genesis, rooms, last: found.at(-1)?.tokenId ?? null }
}

function roomCalls({ at }: Describe, keyToken: Address, id: bigint) {
  const pool = at(keyToken, keyTokenAbi)('stakingPoolByTokenId', [id])
  const poolAt = at(pool, keyStakingPoolAbi)
  return {
    pool,
    creator: at(keyToken, keyTokenAbi)('creatorByTokenId', [id]),
    poolOf: poolAt('tokenId'),
    total: poolAt('totalStaked'),
  }
}
