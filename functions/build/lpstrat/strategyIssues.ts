import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/calldata.ts'
import type { Strategy } from './readStrategy.ts'

export function notOwner({ address, owner }: Strategy, from: Address): Issue[] {
  if (owner === null || isAddressEqual(owner, from)) return []
  return [
    {
      code: 'not_owner',
      message: `${address} takes it from its owner ${owner} alone, not from ${from}; an owner that is a contract must wrap the call`,
      reverts: 'OwnableUnauthorizedAccount',
      owner,
    },
  ]
}

/** The two tokens of a pool or LP vault; null where it does not tell. */
export interface Pair {
  readonly token0: Address | null
  readonly token1: Address | null
}

/** Whether the two tokens are others than the strategy's coin and dollars, in any order, as far as these are known. */
export function isOtherPair({ token0, token1 }: Pair, { asset, usdc }: Strategy): boolean {
  if (!token0 || !token1) return false
  const pairs = [
    [token0, token1],
    [token1, token0],
  ] as const
  return !pairs.some(
    ([coin, dollars]) => isAddressEqual(coin, asset) && (usdc === null || isAddressEqual(dollars, usdc)),
  )
}

/** What an LP vault says of its rebalancing; null where it does not tell. */
export interface Rebalancing {
  readonly manager: Address | null
  readonly rebalanceDelegate: Address | null
  /** Unix seconds of the last rebalance. */
  readonly lastTimestamp: bigint | null
  /** Seconds that must pass before the next. */
  readonly period: number | null
}

/** Why `caller` cannot rebalance an LP vault now (unix seconds). */
export function cannotRebalance(lpVault: Address, rebalancing: Rebalancing, caller: Address, now: bigint): Issue[] {
  const { manager, rebalanceDelegate, lastTimestamp, period } = rebalancing
  const issues: Issue[] = []
  const next = lastTimestamp === null || period === null ? 0n : lastTimestamp + BigInt(period)
  if (next > now)
    issues.push({
      code: 'rebalance_too_early',
      message: `the LP vault ${lpVault} was rebalanced at ${lastTimestamp} and can be again in ${next - now} seconds`,
      reverts: 'PE',
      remainingSec: String(next - now),
    })
  const allowed = [manager, rebalanceDelegate].some((address) => address !== null && isAddressEqual(address, caller))
  // Without a delegate everybody may.
  if (rebalanceDelegate !== null && BigInt(rebalanceDelegate) !== 0n && !allowed)
    issues.push({
      code: 'not_rebalance_delegate',
      message: `the LP vault ${lpVault} takes it from its manager ${manager} and its rebalance delegate ${rebalanceDelegate}, not from ${caller}`,
      reverts: 'rebalanceDelegate',
      manager,
      rebalanceDelegate,
    })
  return issues
}
