import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { WorkspaceHandler, WorkspaceContext } from '../context.ts'
import { tallyOf } from '../rules/monitoringChecks.ts'
import { isoTime, objectOf } from '../store/workspaceChange.ts'
import { answerTo } from './admit.ts'
import { describeAlert } from './describeRecords.ts'
import { enterForMonitoring } from './enter.ts'
import { monitorVault } from './watchVaults.ts'

const ALERTS = 50
const WEEK = 7 * 86_400

/**
 * Checks of a vault from one block and the records, unresolved alerts, failed actions, and the snapshots of the schedule.
 * Throws what admit throws.
 */
export const getWorkspaceMonitoring: WorkspaceHandler<'getWorkspaceMonitoring'> = ({ query, principal }, context) =>
  monitor(query.vault, principal, context)

export async function monitor(vault: Address, principal: Principal, context: WorkspaceContext) {
  const { records } = context.vaults
  const since = Math.floor(context.now() / 1000) - WEEK
  const [admission, targets, approvals, incidents, alerts, trend, latest] = await Promise.all([
    enterForMonitoring(vault, principal, context),
    records.targets(vault),
    records.approvals(vault, 'pending'),
    records.incidents(vault, since),
    records.alerts(vault, ALERTS),
    records.trend(vault, since),
    records.latestSnapshot(vault),
  ])
  const { reads, coin, at } = admission
  const sections = monitorVault(reads, coin, { targets, approvals, incidents }, at)
  return answerTo(admission, context.now(), {
    sections,
    summary: tallyOf(sections),
    alerts: alerts.map(describeAlert),
    incidents: incidents.map(({ id, actionType, lastError, updatedAt }) => ({
      actionId: id,
      actionType,
      error: lastError,
      failedAt: isoTime(updatedAt),
    })),
    trend: trend.map((snapshot) => ({ timestamp: isoTime(snapshot.at), ...tallyIn(snapshot.payload) })),
    latestSnapshotId: latest === null ? null : String(latest),
  })
}

function tallyIn(payload: string) {
  const { pass, warn, fail } = objectOf(payload)
  return { pass: Number(pass), warn: Number(warn), fail: Number(fail) }
}
