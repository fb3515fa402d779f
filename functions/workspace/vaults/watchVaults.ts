import type { Address } from 'viem'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { logError } from '../../../shared/log/logError.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { monitoringSections, tallyOf } from '../rules/monitoringChecks.ts'
import { THRESHOLDS } from '../rules/thresholds.ts'
import { monitoringCalls, type MonitoringReads } from '../rules/workspaceCalls.ts'
import { type ActionRow, type ApprovalRow, createWorkspaceReads, type TargetRow } from '../store/workspaceReads.ts'
import { createWorkspaceSchedule } from '../store/workspaceSchedule.ts'
import { isListed } from './admit.ts'

/** Vaults that one run checks; the next run continues. */
const VAULTS = 20
const DAY = 86_400

/**
 * Checks the vaults that have a workspace, each in one upstream request, and stores a snapshot. A vault that cannot be read
 * gets no snapshot and is checked again later. Throws store_unavailable if the list of vaults cannot be read.
 */
export async function watchVaults(context: Context, db: D1Database): Promise<void> {
  const schedule = createWorkspaceSchedule(db)
  const now = Math.floor(context.now() / 1000)
  for (const vault of await schedule.take(VAULTS, now)) {
    try {
      await watch(vault, context, db, now)
    } catch (error) {
      logError('warn', 'workspace_not_watched', error)
    }
  }
}

async function watch(vault: Address, { chain }: Context, db: D1Database, now: number): Promise<void> {
  const records = createWorkspaceReads(db)
  const registry = chain.role('registry')
  const [{ value: reads, asOf }, targets, approvals, incidents] = await Promise.all([
    chain.read((describe) => monitoringCalls(describe, vault, registry)),
    records.targets(vault),
    records.approvals(vault, 'pending'),
    records.incidents(vault, now - DAY),
  ])
  const coin = knownAddress(reads.probe.asset)
  if (!coin || !isListed(vault, reads)) return
  const sections = monitorVault(reads, coin, { targets, approvals, incidents }, now)
  const failed = sections.flatMap(({ checks }) => checks).filter(({ status }) => status === 'fail')
  await createWorkspaceSchedule(db).save(
    { vault, tally: tallyOf(sections), blockNumber: asOf.blockNumber, failed },
    now,
  )
}

interface Recorded {
  readonly targets: readonly TargetRow[]
  readonly approvals: readonly ApprovalRow[]
  readonly incidents: readonly Pick<ActionRow, 'updatedAt'>[]
}

/** The checks of a vault now; `now` in unix seconds. */
export const monitorVault = (reads: MonitoringReads, coin: Address, recorded: Recorded, now: number) =>
  monitoringSections({
    reads,
    coin,
    strategies: reads.strategies.list.map((one) => describeStrategy(one, reads.strategies.totalWeight)),
    targets: recorded.targets,
    approvals: recorded.approvals,
    failedActions: recorded.incidents.filter(({ updatedAt }) => updatedAt > now - THRESHOLDS.failedActionHours * 3600)
      .length,
    now,
  })
