import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import type { Steps } from './workspaceChange.ts'

/** The whole of a vault's assets, in basis points. */
export const WHOLE_BPS = 10_000
/** Maximum number of targets of one vault. */
export const MOST_TARGETS = 64

interface NewTarget {
  readonly vault: Address
  readonly strategy: Address
  readonly weightBps: number
  /** Null for none; undefined to leave it as it is. */
  readonly cap: string | null | undefined
  /** Whether the vault has this strategy. For one that it no longer has, a target can only be changed. */
  readonly isListed: boolean
  /** Unix seconds. */
  readonly at: number
}

/** Sets a strategy's target, if the vault's targets then sum to at most 100 %. An empty target is deleted. */
export function settingTarget({ vault, strategy, weightBps, cap, isListed, at }: NewTarget): Steps {
  const of = lower(vault)
  const own = sql`workspace_strategy_targets where vault_address = ${of} and strategy_address = ${lower(strategy)}`
  const targets = sql`from workspace_strategy_targets where vault_address = ${of}`
  const others = sql`(select coalesce(sum(target_weight_bps), 0) ${targets} and strategy_address <> ${lower(strategy)})`
  const hasRoom = sql`(${Number(isListed)} and (select count(*) ${targets}) < ${MOST_TARGETS})`
  return {
    condition: sql`${others} + ${weightBps} <= ${WHOLE_BPS} and (exists (select 1 from ${own}) or ${hasRoom})`,
    statements: (done) => [
      sql`insert into workspace_strategy_targets
          (vault_address, strategy_address, target_weight_bps, max_assets_cap, updated_at, created_at)
        select ${of}, ${lower(strategy)}, ${weightBps}, ${cap ?? null}, ${at}, ${at} where ${done}
        on conflict (vault_address, strategy_address) do update set
          target_weight_bps = excluded.target_weight_bps, updated_at = excluded.updated_at,
          max_assets_cap = ${cap === undefined ? sql`max_assets_cap` : sql`excluded.max_assets_cap`}`,
      sql`delete from ${own} and target_weight_bps = 0 and max_assets_cap is null and ${done}`,
    ],
  }
}
