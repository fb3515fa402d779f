import type { ChainConfig } from '../../chain/config.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { demoVaultIn, type DemoShares, type Destination } from './demoShares.ts'

/**
 * Throws demo_vault if a destination is a vault that has not launched, or the share token of one. `destinations` are keyed by the
 * request's field, and checked in this order.
 */
export function refuseDemoVaults(
  destinations: Readonly<Record<string, Destination | readonly Destination[]>>,
  { demoVaults }: Pick<ChainConfig, 'demoVaults'>,
  demoShares: DemoShares = {},
): void {
  for (const [field, named] of Object.entries(destinations)) {
    const found = demoVaultIn([named].flat(), demoVaults, demoShares)
    if (found)
      throw new ApiError(
        'demo_vault',
        `${field}: ${found} is a vault that has not launched, or its share token; builders do not build calls that send to it`,
      )
  }
}
