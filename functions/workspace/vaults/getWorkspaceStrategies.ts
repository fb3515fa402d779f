import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { lower } from '../../../shared/text/address.ts'
import type { WorkspaceHandler } from '../context.ts'
import { answerTo } from './admit.ts'
import { describeWorkspaceStrategy } from './describeWorkspaceStrategy.ts'
import { enterForStrategies } from './enter.ts'

/**
 * The strategies of a vault from the chain, as getVaultStrategies reads them, beside the targets and what keepers reported.
 * Throws what admit throws.
 */
export const getWorkspaceStrategies: WorkspaceHandler<'getWorkspaceStrategies'> = async (
  { query: { vault }, principal },
  context,
) => {
  const { records } = context.vaults
  const [admission, targets, executed] = await Promise.all([
    enterForStrategies(vault, principal, context),
    records.targets(vault),
    records.lastExecuted(vault),
  ])
  const { strategies, totalAssets } = admission.reads
  return answerTo(admission, context.now(), {
    strategies: strategies.list.map((reads) => {
      const strategy = describeStrategy(reads, strategies.totalWeight)
      const key = strategy.address && lower(strategy.address)
      return describeWorkspaceStrategy(strategy, {
        target: targets.find(({ strategyAddress }) => strategyAddress === key),
        totalAssets,
        lastExecuted: key === null ? undefined : executed.get(key),
        role: admission.actor.role,
      })
    }),
  })
}
