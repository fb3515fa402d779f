import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Describe, Resolved, Shape } from '../../../shared/chain/calls.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { describeDemoShares, type DemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { rebalancingCalls, recognitionCall } from '../../../shared/domain/lpstrat/lpVaultCalls.ts'
import type { Rebalancing } from './lpVaultIssues.ts'

interface LpVault extends Rebalancing {
  readonly address: Address
  readonly asOf: AsOf
  readonly pendingManager: Address | null
  readonly demoShares: DemoShares
}

/**
 * Reads an LP vault, given in the request's field `vault`, and what `more` describes, in one upstream request.
 *
 * Throws demo_vault for a vault that has not launched or its share token; invalid_request if the configured factory
 * does not know it; read_needed when no node answers, since only the factory proves an LP vault;
 * role_not_configured without a factory.
 */
export async function readLpVault<S extends Shape>(
  chain: Chain,
  address: Address,
  more: (describe: Describe) => S,
): Promise<{ lpVault: LpVault; more: Resolved<S> }> {
  refuseDemoVaults({ vault: address }, chain.config)
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
  refuseDemoVaults({ vault: address }, chain.config, demoShares)
  requireRecognized('vault', address, recognized, factory)
  return { lpVault: { ...rebalancing, address, demoShares, asOf: read.asOf }, more: others }
}

/**
 * Throws invalid_request, naming the request's field, if the factory does not know an LP vault, and role_not_configured
 * if the configured factory does not answer as one.
 */
export function requireRecognized(field: string, lpVault: Address, recognized: boolean | null, factory: Address): void {
  if (recognized === null)
    throw new ApiError('role_not_configured', `lpVaultFactory ${factory} does not answer as a factory of LP vaults`)
  if (!recognized)
    throw new ApiError('invalid_request', `${field}: ${lpVault} is not an LP vault that the factory ${factory} created`)
}
