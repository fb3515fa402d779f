import { isAddressEqual, type Address } from 'viem'
import type { ShareTransfer } from '../../store/shareTransfers.ts'

interface Held {
  readonly wallet: Address
  /** Balance after the newest transfer. */
  readonly balance: bigint
  /** The amount that must be held; at most `balance`. */
  readonly least: bigint
  /** All transfers of the wallet in one token since some time, newest first. */
  readonly transfers: readonly ShareTransfer[]
}

/**
 * The transfer since which a wallet has held at least so much without interruption; `before` if it already did before
 * the oldest of the transfers, and `contradictory` if the transfers do not add up to the balance, as in a token whose
 * balances change without events. Wrapping, minting and burning are transfers too.
 */
export function heldSince({ wallet, balance, least, transfers }: Held): ShareTransfer | 'before' | 'contradictory' {
  let held = balance
  for (const transfer of transfers) {
    if (isAddressEqual(transfer.to, wallet)) held -= transfer.value
    if (isAddressEqual(transfer.from, wallet)) held += transfer.value
    if (held < 0n) return 'contradictory'
    if (held < least) return transfer
  }
  return 'before'
}
