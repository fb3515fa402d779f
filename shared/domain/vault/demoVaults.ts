import type { Address } from 'viem'
import { ApiError } from '../../errors/ApiError.ts'
import { demoVaultIn } from './demoShares.ts'

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
      `${field}: ${found} is a vault that has not launched, or its share token; builders do not build calls that send to it`,
    )
}
