import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'

/** Rebalancing of an LP vault; null if it does not answer. */
export interface Rebalancing {
  readonly manager: Address | null
  readonly rebalanceDelegate: Address | null
  /** Unix seconds of the last rebalance. */
  readonly lastTimestamp: bigint | null
  /** Seconds that must pass before the next. */
  readonly period: number | null
}

/** From when on an LP vault may be rebalanced again, unix seconds; 0 where it sets no period. */
export const nextRebalance = ({ lastTimestamp, period }: Pick<Rebalancing, 'lastTimestamp' | 'period'>): bigint =>
  lastTimestamp === null || period === null ? 0n : lastTimestamp + BigInt(period)

/** Why `caller` cannot rebalance an LP vault now (unix seconds). */
export function cannotRebalance(lpVault: Address, rebalancing: Rebalancing, caller: Address, now: bigint): Issue[] {
  const { manager, rebalanceDelegate, lastTimestamp } = rebalancing
  const issues: Issue[] = []
  const next = nextRebalance(rebalancing)
  if (next > now)
    issues.push({
      code: 'rebalance_too_early',
      message: `the LP vault ${lpVault} was rebalanced at ${lastTimestamp} and can be rebalanced again in ${next - now} seconds`,
      reverts: 'PE',
      remainingSec: String(next - now),
    })
  const allowed = [manager, rebalanceDelegate].some((address) => address !== null && isAddressEqual(address, caller))
  // Without a delegate, anyone may rebalance.
  if (rebalanceDelegate !== null && BigInt(rebalanceDelegate) !== 0n && !allowed)
    issues.push({
      code: 'not_rebalance_delegate',
      message: `only the manager ${manager} and the rebalance delegate ${rebalanceDelegate} may rebalance the LP vault ${lpVault}, not ${caller}`,
      reverts: 'rebalanceDelegate',
      manager,
      rebalanceDelegate,
    })
  return issues
}

/** `manager` is null if the LP vault does not report it. */
export function notManager(lpVault: Address, manager: Address | null, from: Address): Issue[] {
  if (manager === null || isAddressEqual(manager, from)) return []
  return [
    {
      code: 'not_manager',
      message: `only the manager ${manager} may change this setting of the LP vault ${lpVault}, not ${from}; if the manager is a contract, send the call through it`,
      reverts: 'manager',
      manager,
    },
  ]
}
