import type { STRATEGY_ACTION_TYPES } from '../../../schema/workspace/actions.ts'
import type { DescribedStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { THRESHOLDS } from './thresholds.ts'

export type StrategyActionType = (typeof STRATEGY_ACTION_TYPES)[number]

export interface Risk {
  readonly risk: 'low' | 'high'
  /** Why, for people. */
  readonly reason: string
}

/**
 * Which kind of strategy an action is for, and from which part of the vault's assets on it is of high risk. Below that an
 * error of a keeper moves little: the contracts bound what a rebalance may lose, and the inner vault's rules where it lends.
 */
export const STRATEGY_ACTIONS = {
  'strategy.lpstrat.rebalance': { kind: 'lpstrat', highFromBps: THRESHOLDS.rebalanceHighRiskBps },
  'strategy.lendpool.rebucket': { kind: 'lendpool', highFromBps: THRESHOLDS.rebucketHighRiskBps },
} as const satisfies Record<StrategyActionType, { kind: DescribedStrategy['kind']; highFromBps: number }>

/** The part of a vault's assets that a strategy has, in basis points, rounded up; null if one of the two was not read. */
export const shareOfAssets = (strategy: DescribedStrategy, totalAssets: bigint | null): number | null =>
  strategy.totalAssets === null ? null : shareOf(BigInt(strategy.totalAssets), totalAssets)

/**
 * The part that is at stake: what the strategy says it has, or what it owes the vault if that is more. One that reports
 * nothing of what it was given is not harmless.
 */
function shareAtStake({ totalAssets: own, debt }: DescribedStrategy, totalAssets: bigint | null): number | null {
  if (own === null || debt === null) return null
  return shareOf(BigInt(own) > BigInt(debt) ? BigInt(own) : BigInt(debt), totalAssets)
}

function shareOf(part: bigint, whole: bigint | null): number | null {
  if (whole === null) return null
  if (part === 0n) return 0
  return whole === 0n ? 10_000 : Number((part * 10_000n + whole - 1n) / whole)
}

/** The risk of an action on a strategy now. What could not be read is never of low risk. */
export function strategyRisk(type: StrategyActionType, strategy: DescribedStrategy, totalAssets: bigint | null): Risk {
  const { highFromBps } = STRATEGY_ACTIONS[type]
  const share = shareAtStake(strategy, totalAssets)
  if (share === null) return { risk: 'high', reason: 'Its part of the vault’s assets cannot be read' }
  if (strategy.impaired !== false) return { risk: 'high', reason: 'The vault does not say that it is not impaired' }
  const part = `${share / 100} % of the vault’s assets are at stake`
  return share >= highFromBps
    ? { risk: 'high', reason: `${part}; from ${highFromBps / 100} % on it takes a second person` }
    : { risk: 'low', reason: `${part}; a second person is needed from ${highFromBps / 100} % on` }
}
