import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import {
  type Lendpool,
  lendpoolCalls,
  lendpoolOf,
  type Parties,
} from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { TOKEN } from '../../../shared/domain/provenance/kinds.ts'
import {
  configuredAs,
  madeBy,
  notProven,
  type Provenance,
  provenanceCalls,
  provenanceOf,
} from '../../../shared/domain/provenance/provenance.ts'
import { pairCalls } from '../../../shared/domain/lendpool/loanCalls.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'

/** A lending pool and one borrower's loan in it at one block. */
export interface LendpoolRead extends Lendpool {
  readonly asOf: AsOf
  /** Of a pool that the factory made: anyone can have one made for tokens of their own. */
  readonly provenance: Provenance
  readonly proofs: { readonly quote: Provenance; readonly collateral: Provenance }
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
  destination: Readonly<Record<string, Address>>,
): Promise<LendpoolRead | null> {
  const { pool } = parties
  refuseDemoVaults({ pool }, chain.config)
  const contracts = { factory: chain.role('lendpoolFactory'), info: chain.role('lendpoolInfo') }
  const read = await readIfReachable(chain, (describe) => {
    const { quote, collateral } = pairCalls(describe, pool)
    return {
      lendpool: lendpoolCalls(describe, parties, contracts),
      quote: provenanceCalls(describe, chain.config, TOKEN, quote),
      collateral: provenanceCalls(describe, chain.config, TOKEN, collateral),
      demoShares: describeDemoShares(describe, chain.config),
    }
  })
  const demoShares = read?.value.demoShares
  refuseDemoVaults({ pool }, chain.config, demoShares)
  const lendpool = read && lendpoolOf(pool, contracts, read.value.lendpool)
  refuseDemoVaults(destination, chain.config, demoShares)
  if (!lendpool) return null
  const proofOf = (side: 'quote' | 'collateral') =>
    provenanceOf(chain.config, TOKEN, lendpool[side].address, read.value[side])
  const proofs = { quote: proofOf('quote'), collateral: proofOf('collateral') }
  return {
    ...lendpool,
    asOf: read.asOf,
    proofs,
    provenance: provenanceOfPool(chain.config, pool, contracts.factory, [proofs.quote, proofs.collateral]),
  }
}

/** A pool of the factory keeps its promises, but anyone can have one made whose currency is a worthless token. */
function provenanceOfPool(
  config: ChainConfig,
  pool: Address,
  factory: Address,
  tokens: readonly Provenance[],
): Provenance {
  const configured = configuredAs(config, ['lendpool'], pool)
  if (configured) return configured
  const unproven = tokens.find(({ status }) => status !== 'proven')
  if (!unproven) return madeBy(factory)
  return unproven.status === 'unknown'
    ? unproven
    : notProven('the registry or the configuration names both of its tokens')
}
