import { describeStrategy } from '../../../../shared/domain/vault/describeStrategy.ts'
import type { StrategyReads } from '../../rules/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { TargetRow } from '../../store/workspaceReads.ts'
import { MOST_TARGETS, settingTarget, WHOLE_BPS } from '../../store/workspaceTargets.ts'
import { lower } from '../../../../shared/text/address.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

/**
 * Sets the target of a strategy of the vault. The SQL statement itself keeps the sum of targets at 10 000 basis points or
 * less. A strategy that the vault no longer has can only be set to 0. Throws what applyPlan throws,
 * strategy_not_in_vault, weights_exceeded, workspace_full.
 */
export function setTarget(
  { strategyAddress, targetWeightBps, maxAssetsCap }: PayloadOf<'strategy.setTarget'>,
  actionRequest: ActionRequest<StrategyReads>,
): Promise<Done> {
  const { admission, context } = actionRequest
  const { vault, at } = admission
  const { list, totalWeight } = admission.reads.strategies
  const isListed = list.some((reads) => describeStrategy(reads, totalWeight).address === strategyAddress)
  if (!isListed && targetWeightBps > 0) throw new ApiError('strategy_not_in_vault')
  const cap = typeof maxAssetsCap === 'bigint' ? String(maxAssetsCap) : maxAssetsCap
  return applyPlan(actionRequest, {
    target: { type: 'strategy', id: strategyAddress },
    requested: { strategyAddress, targetWeightBps, ...(cap === undefined ? {} : { maxAssetsCap: cap }) },
    event: {
      title: 'Set the target of a strategy',
      description: `Target of ${strategyAddress}: ${targetWeightBps / 100} % of the vault’s assets`,
    },
    steps: settingTarget({ vault, strategy: strategyAddress, weightBps: targetWeightBps, cap, isListed, at }),
    outcome: { status: 'saved' },
    refusal: async () => {
      const targets = await context.vaults.records.targets(vault)
      const left = WHOLE_BPS - sumOf(targets.filter((one) => one.strategyAddress !== lower(strategyAddress)))
      if (targetWeightBps > left)
        return new ApiError(
          'weights_exceeded',
          `payload.targetWeightBps: must be at most ${left}; the vault’s other targets use the rest of ${WHOLE_BPS} basis points`,
        )
      return isListed
        ? new ApiError(
            'workspace_full',
            `vault: already has ${MOST_TARGETS} targets; remove one by setting it to 0 without a cap`,
          )
        : new ApiError('strategy_not_in_vault')
    },
  })
}

const sumOf = (targets: readonly TargetRow[]): number => targets.reduce((sum, one) => sum + one.targetWeightBps, 0)
