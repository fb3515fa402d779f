import type { Address, Hex } from 'viem'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { strategyAbi } from '../../../shared/domain/vault/strategyAbi.ts'
import { ifReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Describe, Ref, Resolved, Shape } from '../../../shared/chain/calls.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { BuildContext } from '../BuildContext.ts'
import { describeDemoShares, refuseDemoVaults } from '../demoVaults.ts'

/** A liquidity strategy at one block; what its generation does not have is null. */
export interface Strategy {
  readonly address: Address
  readonly asOf: AsOf
  readonly owner: Address | null
  /** The creator vault that it works for. */
  readonly vault: Address
  readonly asset: Address
  readonly usdc: Address | null
  readonly active: boolean | null
  /** Null for none. */
  readonly lpVault: Address | null
  /** What it holds of that LP vault; null where it cannot be told. */
  readonly shares: bigint | null
  /** Which functions are in its code; null where that is not known. */
  readonly selectors: ReadonlySet<Hex> | null
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/** Values of a strategy for further calls. */
export interface StrategyRefs {
  readonly own: ReturnType<typeof ownCalls>
  readonly asset: Ref<Address>
  readonly usdc: Ref<Address>
  /** Generations name the LP vault differently; calls of the one that is not there are not made. */
  readonly lpVaults: readonly [charmVault: Ref<Address>, lpVault: Ref<Address>]
}

const ownCalls = ({ at }: Describe, strategy: Address) => at(strategy, lpStrategyAbi)

/**
 * Reads a strategy, its code, and what `more` describes in one upstream request; null when no node answers.
 *
 * Throws demo_vault where the address is a vault that has not launched or its share token, invalid_request where it has no
 * code, or is of another kind.
 */
export async function readStrategy<S extends Shape>(
  { chain, readWithCode }: BuildContext,
  address: Address,
  more: (describe: Describe, strategy: StrategyRefs) => S,
): Promise<{ strategy: Strategy; more: Resolved<S> } | null> {
  const { demoVaults } = chain.config
  refuseDemoVaults('strategy', [address], demoVaults, {})
  const read = await ifReachable(() =>
    readWithCode(address, (describe) => {
      const own = ownCalls(describe, address)
      const any = describe.at(address, strategyAbi)
      const [asset, usdc, charmVault, lpVault] = [any('asset'), own('USDC'), own('charmVault'), own('lpVault')]
      return {
        owner: any('owner'),
        vault: own('vault'),
        asset,
        usdc,
        active: own('active'),
        charmVault,
        lpVault,
        charmShares: describe.at(charmVault, erc20Abi)('balanceOf', [address]),
        lpShares: describe.at(lpVault, erc20Abi)('balanceOf', [address]),
        demoShares: describeDemoShares(describe, chain.config),
        more: more(describe, { own, asset, usdc, lpVaults: [charmVault, lpVault] }),
      }
    }),
  )
  if (!read) return null
  const { selectors, asOf, value } = read
  refuseDemoVaults('strategy', [address], demoVaults, value.demoShares)
  if (selectors === 'no code') throw new ApiError('invalid_request', `strategy: there is no contract at ${address}`)
  const { vault, asset, charmVault, lpVault } = value
  if (!vault || !asset || (charmVault === null && lpVault === null))
    throw new ApiError('invalid_request', `strategy: ${address} does not answer as a liquidity strategy`)
  const current = knownAddress(charmVault) ?? knownAddress(lpVault)
  const strategy = {
    address,
    asOf,
    owner: value.owner,
    vault,
    asset,
    usdc: value.usdc,
    active: value.active,
    lpVault: current,
    shares: current === null ? 0n : (value.charmShares ?? value.lpShares),
    // It answers as a strategy: where none of a strategy's functions is in its code, its code is elsewhere.
    selectors: selectors?.size === 0 ? null : selectors,
    demoShares: value.demoShares,
  }
  return { strategy, more: value.more }
}
