import { isAddressEqual } from 'viem'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { keyTokenAbi } from '../../../../shared/domain/lottery/keyTokenAbi.ts'
import type { RoomKeys } from '../parts.ts'
import type { ReadWallet } from '../../../../shared/provider/portfolio/Portfolio.ts'

/** Rooms that are looked at: the first ones. */
const ROOMS = 48

/**
 * Keys of rooms that a wallet holds, and rooms whose creator it is, on the chain that is served; undefined where it has no
 * key token or no node. One upstream request. Partial if there may be more rooms.
 */
export function createKeysReader(chain: Chain): ReadWallet<RoomKeys> | undefined {
  const { keyToken } = chain.config.contracts
  if (keyToken === undefined || chain.rpc.nodes === 0) return undefined
  return async (account) => {
    const { value } = await chain.read(({ at }) => {
      const keys = at(keyToken, keyTokenAbi)
      const room = (_: unknown, id: number) => ({
        balance: keys('balanceOf', [account, BigInt(id)]),
        creator: keys('creatorByTokenId', [BigInt(id)]),
      })
      return { rooms: Object.fromEntries(Array.from({ length: ROOMS }, room).map((one, id) => [String(id), one])) }
    })
    const rooms = Object.entries(value.rooms)
    const last = rooms.at(-1)?.[1]
    return {
      value: {
        keyToken,
        held: rooms.flatMap(([tokenId, { balance }]) =>
          balance !== null && balance > 0n ? [{ tokenId, balance: String(balance) }] : [],
        ),
        created: rooms.flatMap(([tokenId, { creator }]) =>
          creator !== null && isAddressEqual(creator, account) ? [tokenId] : [],
        ),
      },
      isPartial: last?.creator != null && BigInt(last.creator) !== 0n,
    }
  }
}
