import { isAddressEqual, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'

interface ListingReads {
  readonly coinOfVault: Address | null
  readonly vaultOfCoin: Address | null
}

/** Whether the registry lists a vault, by either of its getters; null if it answers neither. */
export function isListed(vault: Address, { coinOfVault, vaultOfCoin }: ListingReads): boolean | null {
  if (coinOfVault === null && vaultOfCoin === null) return null
  return knownAddress(coinOfVault) !== null || (vaultOfCoin !== null && isAddressEqual(vaultOfCoin, vault))
}
