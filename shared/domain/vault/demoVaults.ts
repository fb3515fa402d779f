import { zeroAddress, type Address } from 'viem'
import { registryAbi } from './protocolAbis.ts'
import type { Describe } from '../../chain/calls.ts'
import type { ChainConfig } from '../../chain/config.ts'
import { ApiError } from '../../errors/ApiError.ts'

/**
 * Calls that name the share token of each demo vault, according to the registry (getTokenForVault,
 * getShareOFTForToken).
 */
export function describeDemoShares({ at }: Describe, { contracts: { registry }, demoVaults }: ChainConfig) {
  if (registry === undefined) return {}
  const call = at(registry, registryAbi)
  return Object.fromEntries(
    demoVaults.map((vault) => [vault, call('getShareOFTForToken', [call('getTokenForVault', [vault])])]),
  )
}

/**
 * Throws demo_vault when one of the destinations is a vault that has not launched, or the share token of one. `field`
 * is the field of the request that names it.
 */
export function refuseDemoVaults(
  field: string,
  destinations: readonly (Address | null)[],
  demoVaults: readonly Address[],
  demoShares: Readonly<Record<string, Address | null>>,
): void {
  const found = demoVaultIn(destinations, demoVaults, demoShares)
  if (found)
    throw new ApiError(
      'demo_vault',
      `${field}: ${found} is a vault that has not launched, or the share token of one; calls that send to it are not built`,
    )
}

/** The first destination that is a vault which has not launched, or the share token of one; null if none is. */
export function demoVaultIn(
  destinations: readonly (Address | null)[],
  demoVaults: readonly Address[],
  demoShares: Readonly<Record<string, Address | null>>,
): Address | null {
  const refused = new Set([...demoVaults, ...Object.values(demoShares)].map((address) => address?.toLowerCase()))
  // A registry answers with the zero address for a vault that it does not know.
  refused.delete(zeroAddress)
  return destinations.find((address) => address !== null && refused.has(address.toLowerCase())) ?? null
}
