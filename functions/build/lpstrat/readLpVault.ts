import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Describe, Resolved, Shape } from '../../../shared/chain/calls.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { rebalancingCalls, recognitionCall } from '../../../shared/domain/lpstrat/lpVaultCalls.ts'
import { requireRecognized } from './requireRecognized.ts'
import type { Rebalancing } from './lpVaultIssues.ts'

/** An LP vault at one block. */
export interface LpVault extends Rebalancing {
  readonly address: Address
  readonly asOf: AsOf
  readonly pendingManager: Address | null
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/**
 * Reads an LP vault, given in the request's field `vault`, and what `more` describes, in one upstream request.
 *
 * Throws demo_vault for a vault that has not launched or its share token; invalid_request if the configured factory
 * does not know it; read_needed when no node answers, since only the factory can tell a genuine one;
 * role_not_configured without a factory.
 */
export async function readLpVault<S extends Shape>(
  chain: Chain,
  address: Address,
  more: (describe: Describe) => S,
): Promise<{ lpVault: LpVault; more: Resolved<S> }> {
  const { demoVaults } = chain.config
  refuseDemoVaults('vault', [address], demoVaults, {})
  const factory = chain.role('lpVaultFactory')
  const read = await readIfReachable(chain, (describe) => ({
    recognized: recognitionCall(describe, factory, address),
    rebalancing: rebalancingCalls(describe, address),
    demoShares: describeDemoShares(describe, chain.config),
    more: more(describe),
  }))
  if (!read)
    throw new ApiError(
      'read_needed',
      'vault: no node answered, so it is unknown whether the factory created it; try again',
    )
  const { recognized, rebalancing, demoShares, more: others } = read.value
  refuseDemoVaults('vault', [address], demoVaults, demoShares)
  requireRecognized('vault', address, recognized, factory)
  return { lpVault: { ...rebalancing, address, demoShares, asOf: read.asOf }, more: others }
}
