import type { Address } from 'viem'
import type { Describe, Ref, Resolved, Shape } from '../../chain/calls.ts'
import { knownAddress } from '../../text/address.ts'
import { strategyAbi } from '../vault/strategyAbi.ts'
import { lpStrategyAbi } from './lpStrategyAbi.ts'

/** The LP vault of a strategy by each of the names that generations use for it, or the values read there. */
export type ByGeneration<T> = {
  readonly charmVault: T
  readonly lpVault: T
}

/** The reads that show which LP vault a strategy uses. */
export const lpVaultNames = ({ at }: Describe, strategy: Address | Ref<Address>): ByGeneration<Ref<Address>> => {
  const own = at(strategy, lpStrategyAbi)
  return { charmVault: own('charmVault'), lpVault: own('lpVault') }
}

/** The same reads for both names; those of the name that a generation does not have are not made. */
export const forEachName = <S extends Shape>(
  { charmVault, lpVault }: ByGeneration<Ref<Address>>,
  part: (lpVault: Ref<Address>) => S,
) => ({ charmVault: part(charmVault), lpVault: part(lpVault) })

/** The values read for the LP vault that is set, out of those for both names. */
export const currentOf = <T>(names: ByGeneration<Address | null>, read: ByGeneration<T>): T =>
  knownAddress(names.charmVault) ? read.charmVault : read.lpVault

/** The LP vault that is set; null if none is. */
export const currentLpVault = (names: ByGeneration<Address | null>): Address | null =>
  knownAddress(currentOf(names, names))

/** A liquidity strategy is recognised by its LP vault getter, under either name and even if no vault is set. */
export const namesLpVault = ({ charmVault, lpVault }: ByGeneration<Address | null>): boolean =>
  charmVault !== null || lpVault !== null

/** The reads that show whether a contract is a liquidity strategy, who owns it, and what it works with. */
export const lpStrategyCalls = (describe: Describe, strategy: Address) => {
  const any = describe.at(strategy, strategyAbi)
  const own = describe.at(strategy, lpStrategyAbi)
  return {
    owner: any('owner'),
    vault: own('vault'),
    asset: any('asset'),
    usdc: own('USDC'),
    active: own('active'),
    ...lpVaultNames(describe, strategy),
  }
}

/** The values read; null if a contract does not answer. */
export type LpStrategyReads = Resolved<ReturnType<typeof lpStrategyCalls>>

/** The settings of a liquidity strategy; null for what its generation does not have. */
export const settingsCalls = ({ at }: Describe, strategy: Address | Ref<Address>) => {
  const own = at(strategy, lpStrategyAbi)
  return {
    swapPool: own('swapPool'),
    swapPoolFee: own('swapPoolFee'),
    swapSlippageBps: own('swapSlippageBps'),
    depositSlippageBps: own('depositSlippageBps'),
    maxSwapPercent: own('maxSwapPercent'),
    autoFeeTier: own('autoFeeTier'),
  }
}

/** A liquidity strategy; null for what its generation does not have. */
export interface LpStrategy {
  readonly address: Address
  readonly owner: Address | null
  /** The creator vault that it works for. */
  readonly vault: Address
  readonly asset: Address
  readonly usdc: Address | null
  readonly active: boolean | null
  /** Null if there is none. */
  readonly lpVault: Address | null
}

/** The strategy at an address; null if the contract does not answer as one. */
export function lpStrategyOf(address: Address, reads: LpStrategyReads): LpStrategy | null {
  const { owner, vault, asset, usdc, active } = reads
  if (!vault || !asset || !namesLpVault(reads)) return null
  return { address, owner, vault, asset, usdc, active, lpVault: currentLpVault(reads) }
}
