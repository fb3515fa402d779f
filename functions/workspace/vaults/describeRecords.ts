import { type Address, getAddress } from 'viem'
import type { RoomRule } from '../../../shared/store/roomRules.ts'
import { APPROVAL_CAUSE } from '../store/workspaceApprovals.ts'
import { isoTime, isoTimeOrNull, objectOf } from '../store/workspaceChange.ts'
import type { ActivityRow, AlertRow, ApprovalRow, PreferenceRow, TargetRow, TaskRow } from '../store/workspaceReads.ts'

// Rows as answers show them.

const checksummed = (address: Address | null): Address | null => address && getAddress(address)

export const describeAlert = (row: AlertRow) => ({
  id: row.id,
  source: row.source,
  severity: row.severity,
  status: row.status,
  message: row.message,
  metadata: objectOf(row.metadataJson),
  createdAt: isoTime(row.createdAt),
  acknowledgedAt: isoTimeOrNull(row.acknowledgedAt),
})

export const describeActivity = (row: ActivityRow) => ({
  id: String(row.id),
  source: row.source,
  eventType: row.eventType,
  title: row.title,
  description: row.description,
  severity: row.severity,
  actorAddress: checksummed(row.actorAddress),
  createdAt: isoTime(row.createdAt),
  payload: objectOf(row.payloadJson),
})

export const describeTask = (row: TaskRow) => ({
  id: row.id,
  title: row.title,
  status: row.status,
  priority: row.priority,
  dueAt: isoTimeOrNull(row.dueAt),
  snoozedUntil: isoTimeOrNull(row.snoozedUntil),
  assignedTo: checksummed(row.assignedTo),
  approvalId: row.cause.startsWith(APPROVAL_CAUSE) ? row.cause.slice(APPROVAL_CAUSE.length) : null,
  metadata: objectOf(row.metadataJson),
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
})

export const describeApproval = (row: ApprovalRow) => ({
  id: row.id,
  actionType: row.actionType,
  payload: objectOf(row.payloadJson),
  status: row.status,
  requestedBy: getAddress(row.requestedBy),
  approvedBy: checksummed(row.approvedBy),
  decidedBy: checksummed(row.decidedBy),
  decidedAt: isoTimeOrNull(row.decidedAt),
  executedAt: isoTimeOrNull(row.executedAt),
  createdAt: isoTime(row.createdAt),
})

export const describeRoom = (row: RoomRule) => ({
  roomKey: row.roomKey,
  type: row.type,
  minSharesRaw: row.minShares,
  minHoldSeconds: row.minHoldSeconds,
  graceHours: row.graceSeconds / 3600,
  gatingEnabled: row.gatingEnabled,
  joinLocked: row.joinLocked,
  enabled: row.enabled,
  version: row.version,
})

export const describePreference = (row: PreferenceRow) => ({
  principalAddress: getAddress(row.principalAddress),
  chatappEnabled: row.chatappEnabled,
  msgnetEnabled: row.msgnetEnabled,
  emailEnabled: row.emailEnabled,
  minSeverity: row.minSeverity,
  channels: namesIn(row.channels),
  updatedAt: isoTime(row.updatedAt),
})

function namesIn(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
}

export const describeTarget = (row: TargetRow) => ({
  strategyAddress: getAddress(row.strategyAddress),
  targetWeightBps: row.targetWeightBps,
  maxAssetsCap: row.maxAssetsCap,
  updatedAt: isoTime(row.updatedAt),
})
