import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import {
  type Lendpool,
  lendpoolCalls,
  lendpoolOf,
  type Parties,
} from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'

/** A lending pool and one borrower's loan in it at one block. */
export interface LendpoolRead extends Lendpool {
  readonly asOf: AsOf
}

/**
 * Reads a pool, whether its factory made it (`deployedPools`), the borrower's loan and the sender's balances, in one
 * upstream request; null when no node answers. `destination` is another address that the call benefits, keyed by the
 * request's field.
 *
 * Throws demo_vault for a pool or destination that is a vault which has not launched or its share token,
 * invalid_request for a pool that the factory did not make, role_not_configured if the configured factory or
 * information contract does not answer as one.
 */
export async function readLendpool(
  chain: Chain,
  parties: Parties,
  destination: { readonly field: string; readonly address: Address },
): Promise<LendpoolRead | null> {
  const { demoVaults } = chain.config
  refuseDemoVaults('pool', [parties.pool], demoVaults, {})
  const contracts = { factory: chain.role('lendpoolFactory'), info: chain.role('lendpoolInfo') }
  const read = await readIfReachable(chain, (describe) => ({
    lendpool: lendpoolCalls(describe, parties, contracts),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  const demoShares = read?.value.demoShares ?? {}
  refuseDemoVaults('pool', [parties.pool], demoVaults, demoShares)
  const lendpool = read && lendpoolOf(parties.pool, contracts, read.value.lendpool)
  refuseDemoVaults(destination.field, [destination.address], demoVaults, demoShares)
  return lendpool && { ...lendpool, asOf: read.asOf }
}
