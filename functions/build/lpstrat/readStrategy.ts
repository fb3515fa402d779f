import type { Address, Hex } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { ifReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Describe, Ref, Resolved, Shape } from '../../../shared/chain/calls.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import {
  type ByGeneration,
  currentOf,
  forEachName,
  type LpStrategy,
  lpStrategyCalls,
  lpStrategyOf,
} from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { STRATEGY } from '../../../shared/domain/provenance/kinds.ts'
import { type Provenance, provenanceCalls, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { describeDemoShares, type DemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { BuildContext } from '../context.ts'

/** A liquidity strategy and its code at one block. */
export interface Strategy extends LpStrategy {
  readonly asOf: AsOf
  readonly provenance: Provenance
  /** Its shares of its LP vault; null if not known. */
  readonly shares: bigint | null
  /** Which functions its code has; null if not known. */
  readonly selectors: ReadonlySet<Hex> | null
  readonly demoShares: DemoShares
}

/** Values of a strategy for further calls. */
export interface StrategyRefs {
  readonly own: ReturnType<typeof ownCalls>
  readonly asset: Ref<Address>
  readonly usdc: Ref<Address>
  readonly lpVaults: ByGeneration<Ref<Address>>
}

const ownCalls = ({ at }: Describe, strategy: Address) => at(strategy, lpStrategyAbi)

/**
 * Reads a strategy, its code, and what `more` describes in one upstream request; null when no node answers. `settings`
 * are further addresses that the call sets or sends to, keyed by the request's field.
 *
 * Throws demo_vault if one of the addresses is a vault that has not launched or its share token, invalid_request if the
 * strategy has no code, or is of another kind.
 */
export async function readStrategy<S extends Shape>(
  { chain, readWithCode }: BuildContext,
  address: Address,
  more: (describe: Describe, strategy: StrategyRefs) => S,
  settings: Readonly<Record<string, Address>> = {},
): Promise<{ strategy: Strategy; more: Resolved<S> } | null> {
  refuseDemoVaults({ ...settings, strategy: address }, chain.config)
  const read = await ifReachable(() =>
    readWithCode(address, (describe) => {
      const identity = lpStrategyCalls(describe, address)
      const { asset, usdc } = identity
      return {
        identity,
        shares: forEachName(identity, (lpVault) => describe.at(lpVault, erc20Abi)('balanceOf', [address])),
        demoShares: describeDemoShares(describe, chain.config),
        provenance: provenanceCalls(describe, chain.config, STRATEGY, address),
        more: more(describe, { own: ownCalls(describe, address), asset, usdc, lpVaults: identity }),
      }
    }),
  )
  if (!read) return null
  const { selectors, asOf, value } = read
  refuseDemoVaults({ strategy: address }, chain.config, value.demoShares)
  if (selectors === 'no code') throw new ApiError('invalid_request', `strategy: there is no contract at ${address}`)
  const strategy = lpStrategyOf(address, value.identity)
  if (!strategy) throw new ApiError('invalid_request', `strategy: ${address} does not answer as an LP strategy`)
  refuseDemoVaults(settings, chain.config, value.demoShares)
  return {
    strategy: {
      ...strategy,
      asOf,
      provenance: provenanceOf(chain.config, STRATEGY, address, value.provenance),
      shares: strategy.lpVault === null ? 0n : currentOf(value.identity, value.shares),
      // It answers as a strategy: if its code has none of a strategy's functions, the code is elsewhere.
      selectors: selectors?.size === 0 ? null : selectors,
      demoShares: value.demoShares,
    },
    more: value.more,
  }
}
