import type { Address } from 'viem'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { monitoringSections } from '../rules/monitoringChecks.ts'
import { THRESHOLDS } from '../rules/thresholds.ts'
import type { MonitoringReads } from '../rules/workspaceCalls.ts'
import type { ActionRow, ApprovalRow, TargetRow } from '../store/workspaceReads.ts'

/** Records of a vault that the checks use. */
export interface Recorded {
  readonly targets: readonly TargetRow[]
  /** Pending approvals. */
  readonly approvals: readonly ApprovalRow[]
  /** Failed actions. */
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
