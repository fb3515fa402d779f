import { zeroAddress, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import type { ShareTokenReads } from './shareTokenCalls.ts'

/**
 * Whether an address is a share token, and not another ERC-20 that names a vault, as any contract can: the registry
 * lists it, or the vault that it names confirms it through its gauge controller, or it is one of the kind that was
 * bridged from a hub and has no vault here. Null if neither registry nor vault answers.
 */
export function isShareToken(
  address: Address,
  { vault, isHub, shareOfVault, registry }: Pick<ShareTokenReads, 'vault' | 'isHub' | 'shareOfVault' | 'registry'>,
): boolean | null {
  if (registry?.coinOfShare && registry.coinOfShare !== zeroAddress) return true
  const named = [registry?.shareOfCoin ?? null, shareOfVault].flatMap((share) => knownAddress(share) ?? [])
  if (named.includes(address)) return true
  if (vault === zeroAddress) return isHub === false
  const isTold = named.length > 0 || (registry?.coinOfShare ?? null) !== null
  return vault === null || isTold ? false : null
}

/** Whether the registry has a vault for an address: then it is a creator coin. */
export const isCreatorCoin = ({ registry }: Pick<ShareTokenReads, 'registry'>): boolean =>
  registry?.vaultOfCoin ? registry.vaultOfCoin !== zeroAddress : false
