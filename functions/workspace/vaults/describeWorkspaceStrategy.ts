import type { STRATEGY_ACTION_TYPES } from '../../../schema/workspace/actions.ts'
import type { VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import type { DescribedStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { ACTION_PERMISSIONS, may } from '../rules/permissions.ts'
import { STRATEGY_ACTIONS, strategyRisk } from '../rules/strategyRisk.ts'
import { isoTimeOrNull } from '../store/workspaceChange.ts'
import type { TargetRow } from '../store/workspaceReads.ts'

type StrategyActionType = (typeof STRATEGY_ACTION_TYPES)[number]

/** Whether a strategy works, by the switches of the vault, of itself and of its inner vault. */
export function statusOf({
  isActive,
  activeInVault,
  lendpool,
}: DescribedStrategy): 'active' | 'paused' | 'inactive' | 'unknown' {
  if (isActive === false || activeInVault === false) return 'inactive'
  if (lendpool?.paused) return 'paused'
  return isActive === null || activeInVault === null ? 'unknown' : 'active'
}

interface Surroundings {
  readonly target: TargetRow | undefined
  /** Of the vault, in base units. */
  readonly totalAssets: bigint | null
  /** Unix seconds. */
  readonly lastExecuted: number | undefined
  readonly role: VaultRole
}

/** Actions for a strategy of this kind, with their risk. */
export const executableOf = (strategy: DescribedStrategy, totalAssets: bigint | null) =>
  typesFor(strategy).map((actionType) => ({ actionType, ...strategyRisk(actionType, strategy, totalAssets) }))

const isType = (name: string): name is StrategyActionType => Object.hasOwn(STRATEGY_ACTIONS, name)
const typesFor = ({ kind }: DescribedStrategy): StrategyActionType[] =>
  Object.keys(STRATEGY_ACTIONS)
    .filter(isType)
    .filter((type) => STRATEGY_ACTIONS[type].kind === kind)

/** A strategy as the workspace shows it. A value that nobody reports is null, with source none. */
export function describeWorkspaceStrategy(
  strategy: DescribedStrategy,
  { target, totalAssets, lastExecuted, role }: Surroundings,
) {
  const { realizableAssets, totalAssets: value, debt } = strategy
  const executable = executableOf(strategy, totalAssets)
  const gain = value === null || debt === null ? null : String(BigInt(value) - BigInt(debt))
  const offered = (['strategy.setTarget', 'strategy.execute'] as const).filter(
    (action) =>
      strategy.address !== null &&
      may(role, ACTION_PERMISSIONS[action]) &&
      (action === 'strategy.setTarget' || executable.length > 0),
  )
  return {
    strategyAddress: strategy.address,
    kind: strategy.kind,
    status: statusOf(strategy),
    isActive: strategy.isActive,
    currentWeightRaw: strategy.weight,
    targetWeightBps: target?.targetWeightBps ?? null,
    targetMaxAssetsCap: target?.maxAssetsCap ?? null,
    maxAssetsCap: strategy.maxAssets,
    owner: strategy.owner,
    asset: strategy.asset,
    liquidityHint: {
      realizableAssets,
      totalAssets: value,
      source: realizableAssets === null && value === null ? ('none' as const) : ('chain' as const),
    },
    performanceHint: { gainSinceReport: gain, source: gain === null ? ('none' as const) : ('chain' as const) },
    aprSignal: { expectedAprBps: null, confidence: 'unknown' as const, source: 'none' as const },
    lastRebalanceAt: isoTimeOrNull(lastExecuted ?? null),
    availableActions: offered,
    executable,
  }
}
