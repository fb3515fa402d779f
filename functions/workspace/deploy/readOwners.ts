import { type Address, bytesToHex, getAddress, type Hex, size, sliceHex } from 'viem'
import { multiOwnableAbi } from '../../../shared/abi/multiOwnable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** An owner of a smart wallet: an address, or the public key of a passkey. `unknown`: bytes that are neither. */
export type WalletOwner = { readonly index: number } & (
  | { readonly type: 'address'; readonly address: Address }
  | { readonly type: 'publicKey'; readonly x: Hex; readonly y: Hex }
  | { readonly type: 'unknown' }
)

export interface Owners {
  readonly ownerCount: number
  readonly nextOwnerIndex: number
  readonly owners: readonly WalletOwner[]
  /** Whether `owners` are all of them. */
  readonly complete: boolean
  readonly asOf: AsOf
}

/** Maximum number of indices that are read, those of removed owners included. */
export const MOST_OWNERS = 32

/**
 * The owners that a smart wallet names (coinbase/smart-wallet, MultiOwnable), at one block in one upstream request: at
 * each index up to the next free one an ABI-encoded address, the coordinates of a P-256 key (64 bytes), or nothing where an
 * owner was removed.
 *
 * Throws not_a_smart_wallet for a contract that does not answer so, that confirms a made-up address as an owner, or whose
 * count differs from the owners that it names; and what a chain read throws.
 */
export async function readOwners(chain: Chain, smartWallet: Address): Promise<Owners> {
  const nobody = bytesToHex(crypto.getRandomValues(new Uint8Array(20)))
  const { value, asOf } = await chain.read(({ at, times }) => {
    const call = at(smartWallet, multiOwnableAbi)
    const next = call('nextOwnerIndex')
    return {
      next,
      count: call('ownerCount'),
      isNobodys: call('isOwnerAddress', [nobody]),
      owners: times(next, MOST_OWNERS, (index) => ({ bytes: call('ownerAtIndex', [index]) })),
    }
  })
  const { next, count, isNobodys, owners: named } = value
  const [nextOwnerIndex, ownerCount] = [Number(next), Number(count)]
  if (next === null || count === null || isNobodys !== false || !Number.isSafeInteger(nextOwnerIndex))
    throw notAWallet()
  const owners = named.flatMap(({ bytes }, index) => ownerOf(bytes, index))
  const complete = nextOwnerIndex <= MOST_OWNERS
  if (complete ? owners.length !== ownerCount : !(ownerCount <= nextOwnerIndex)) throw notAWallet()
  return { ownerCount, nextOwnerIndex, owners, complete, asOf }
}

function ownerOf(bytes: Hex | null, index: number): WalletOwner[] {
  if (bytes === null) throw notAWallet()
  if (bytes === '0x') return []
  if (size(bytes) === 64) return [{ index, type: 'publicKey', x: sliceHex(bytes, 0, 32), y: sliceHex(bytes, 32, 64) }]
  if (size(bytes) === 32 && /^0x0{24}/.test(bytes))
    return [{ index, type: 'address', address: getAddress(sliceHex(bytes, 12, 32)) }]
  return [{ index, type: 'unknown' }]
}

/** The error for an address without a known smart wallet. */
export const notAWallet = (): ApiError =>
  new ApiError(
    'not_a_smart_wallet',
    'smartWallet: has no coinbase/smart-wallet contract; the wallet is not deployed yet, or is of another kind',
  )
