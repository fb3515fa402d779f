import { zeroAddress, type Address } from 'viem'
import type { Describe } from '../../chain/calls.ts'
import type { ChainConfig } from '../../chain/config.ts'
import { registryAbi } from './protocolAbis.ts'

/** The share token of each vault that has not launched, by the vault; null if the registry does not answer. */
export type DemoShares = Readonly<Record<string, Address | null>>

export type Destination = Address | null

/** Calls for the share token of each demo vault, according to the registry (getTokenForVault, getShareOFTForToken). */
export function describeDemoShares({ at }: Describe, { contracts: { registry }, demoVaults }: ChainConfig) {
  if (registry === undefined) return {}
  const call = at(registry, registryAbi)
  return Object.fromEntries(
    demoVaults.map((vault) => [vault, call('getShareOFTForToken', [call('getTokenForVault', [vault])])]),
  )
}

/** The first destination that is a vault which has not launched, or the share token of one; null if none is. */
export function demoVaultIn(
  destinations: readonly Destination[],
  demoVaults: readonly Address[],
  demoShares: DemoShares,
): Address | null {
  const refused = new Set([...demoVaults, ...Object.values(demoShares)].map((address) => address?.toLowerCase()))
  // A registry answers with the zero address for a vault that it does not know.
  refused.delete(zeroAddress)
  return destinations.find((address) => address !== null && refused.has(address.toLowerCase())) ?? null
}
