import { sql } from 'drizzle-orm'
import { describeStrategy } from '../../../../shared/domain/vault/describeStrategy.ts'
import type { StrategyReads } from '../../../../shared/domain/workspace/workspaceCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'

const WHOLE = 10_000
const MOST_TARGETS = 64

/**
 * Sets what a strategy of the vault should have. Together with the others' it is at most 10 000 basis points, which the
 * statement itself sees to. One that the vault no longer has can only be set to 0. Throws what perform throws,
 * strategy_not_in_vault, weights_exceeded, workspace_full.
 */
export async function setTarget(
  { strategyAddress, targetWeightBps, maxAssetsCap }: PayloadOf<'strategy.setTarget'>,
  act: Act<StrategyReads>,
): Promise<Done> {
  const { admission, context } = act
  const { vault, at } = admission
  const { list, totalWeight } = admission.reads.strategies
  const isListed = list.some((reads) => describeStrategy(reads, totalWeight).address === strategyAddress)
  if (!isListed && targetWeightBps > 0) throw new ApiError('strategy_not_in_vault')
  const [of, strategy] = [lower(vault), lower(strategyAddress)]
  const cap = maxAssetsCap === undefined ? undefined : maxAssetsCap === null ? null : String(maxAssetsCap)
  const kept = cap === undefined ? sql`max_assets_cap` : sql`excluded.max_assets_cap`
  const own = sql`workspace_strategy_targets where vault_address = ${of} and strategy_address = ${strategy}`
  const others = sql`(select coalesce(sum(target_weight_bps), 0) from workspace_strategy_targets
    where vault_address = ${of} and strategy_address <> ${strategy})`
  const total = async () => (await context.desk.records.targets(vault)).reduce((sum, one) => sum + one.targetWeightBps, 0)
  const done = await perform(act, {
    target: { type: 'strategy', id: strategyAddress },
    asked: { strategyAddress, targetWeightBps, ...(cap === undefined ? {} : { maxAssetsCap: cap }) },
    event: {
      title: 'Set the target of a strategy',
      description: `${strategyAddress} should have ${targetWeightBps / 100} % of the vault’s assets`,
    },
    condition: sql`${others} + ${targetWeightBps} <= ${WHOLE}
      and (exists (select 1 from ${own})
        or (${isListed ? 1 : 0} and (select count(*) from workspace_strategy_targets where vault_address = ${of}) < ${MOST_TARGETS}))`,
    statements: (made) => [
      sql`insert into workspace_strategy_targets
          (vault_address, strategy_address, target_weight_bps, max_assets_cap, updated_at, created_at)
        select ${of}, ${strategy}, ${targetWeightBps}, ${cap ?? null}, ${at}, ${at} where ${made}
        on conflict (vault_address, strategy_address) do update set
          target_weight_bps = excluded.target_weight_bps, max_assets_cap = ${kept}, updated_at = excluded.updated_at`,
      sql`delete from ${own} and target_weight_bps = 0 and max_assets_cap is null and ${made}`,
    ],
    outcome: { status: 'saved' },
    refusal: async () => {
      const targets = await context.desk.records.targets(vault)
      const rest = targets.filter((one) => one.strategyAddress !== strategy)
      const left = WHOLE - rest.reduce((sum, one) => sum + one.targetWeightBps, 0)
      if (targetWeightBps > left)
        return new ApiError(
          'weights_exceeded',
          `payload.targetWeightBps: the other targets leave ${left} of ${WHOLE} basis points`,
        )
      return isListed
        ? new ApiError('workspace_full', `vault: has ${MOST_TARGETS} targets; set one to 0 without a cap`)
        : new ApiError('strategy_not_in_vault')
    },
  })
  return { ...done, totalTargetWeightBps: await total() }
}
