import type { STRATEGY_ACTION_TYPES } from '../../../schema/workspace/actions.ts'
import type { DescribedStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { THRESHOLDS } from './thresholds.ts'

export type StrategyActionType = (typeof STRATEGY_ACTION_TYPES)[number]

export interface Risk {
  readonly risk: 'low' | 'high'
  readonly reason: string
}

/**
 * The kind of strategy that an action is for, and the part of the vault's assets from which on it is high risk. Below that,
 * a keeper's error moves little: the contracts bound the loss of a rebalance, and the inner vault's rules bound its lending.
 */
export const STRATEGY_ACTIONS = {
  'strategy.lpstrat.rebalance': { kind: 'lpstrat', highFromBps: THRESHOLDS.rebalanceHighRiskBps },
  'strategy.lendpool.rebucket': { kind: 'lendpool', highFromBps: THRESHOLDS.rebucketHighRiskBps },
} as const satisfies Record<StrategyActionType, { kind: DescribedStrategy['kind']; highFromBps: number }>

/** The part of a vault's assets that a strategy has, in basis points, rounded up; null if one of the two was not read. */
export const shareOfAssets = (strategy: DescribedStrategy, totalAssets: bigint | null): number | null =>
  strategy.totalAssets === null ? null : shareOf(BigInt(strategy.totalAssets), totalAssets)

/**
 * The part at stake: the strategy's reported assets, or its debt to the vault if that is more. A strategy that reports no
 * assets can still hold what it was given.
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

/** The current risk of an action on a strategy. It is never low if a value could not be read. */
export function strategyRisk(type: StrategyActionType, strategy: DescribedStrategy, totalAssets: bigint | null): Risk {
  const { highFromBps } = STRATEGY_ACTIONS[type]
  const share = shareAtStake(strategy, totalAssets)
  if (share === null) return { risk: 'high', reason: 'The strategy’s part of the vault’s assets could not be read' }
  if (strategy.impaired !== false)
    return { risk: 'high', reason: 'The vault marks the strategy as impaired, or does not report whether it is' }
  const part = `${share / 100} % of the vault’s assets are at stake`
  return share >= highFromBps
    ? { risk: 'high', reason: `${part}; from ${highFromBps / 100} % on, a second person must approve` }
    : { risk: 'low', reason: `${part}; a second person must approve from ${highFromBps / 100} % on` }
}
