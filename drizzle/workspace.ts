import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Workspaces of vaults: who works on a vault, what they want of it, and what happened. Addresses are in lower case, times
// are unix seconds. Every change and its row of the audit log are written in one batch.

const vaultAddress = text('vault_address').$type<`0x${string}`>().notNull()
const createdAt = integer('created_at').notNull()

/**
 * Vaults whose workspace has been used, for the schedule that watches them.
 *
 * Retention: as long as somebody has a role, a target or a record there; one that has none goes with the next run.
 */
export const workspaceVaults = sqliteTable(
  'workspace_vaults',
  {
    vaultAddress: text('vault_address').$type<`0x${string}`>().primaryKey(),
    /** When the schedule last looked at it; 0 before that. */
    lookedAt: integer('looked_at').notNull().default(0),
    createdAt,
  },
  (t) => [index('workspace_vaults_by_look').on(t.lookedAt)],
)

/**
 * The vault’s configuration of roles, besides its onchain owner, who needs no row.
 *
 * Retention: until the owner or an admin takes the role away; at most 64 per vault.
 */
export const workspaceMembers = sqliteTable(
  'workspace_members',
  {
    vaultAddress,
    address: text().$type<`0x${string}`>().notNull(),
    role: text({ enum: ['ADMIN', 'OPERATOR', 'VIEWER'] }).notNull(),
    addedBy: text('added_by').$type<`0x${string}`>().notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.vaultAddress, t.address] }),
    check('workspace_member_role', sql`${t.role} in ('ADMIN', 'OPERATOR', 'VIEWER')`),
  ],
)

/**
 * Who gave a wallet its role on a vault, as the two-person rule needs it: a row for each time that a role was given or changed,
 * written in the batch that does. A member without an open row has the role from before this table; `added_by` says from whom.
 *
 * Retention: while it lasts, and then as long as an approval of the vault is undecided that was asked for before its end.
 */
export const workspaceAppointments = sqliteTable(
  'workspace_appointments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    vaultAddress,
    address: text().$type<`0x${string}`>().notNull(),
    /** JSON array of nodes (drizzle/persons.ts) of who gave the role, as they were then. */
    byPerson: text('by_person').notNull(),
    /** The vault’s onchain owner then, if that is who gave it. */
    ownerAddress: text('owner_address').$type<`0x${string}`>(),
    /** JSON array of `{by, owner}`: the same of who appointed the appointer, up to the owner. */
    above: text().notNull(),
    /** Since when the wallet has had a role without interruption. */
    since: integer().notNull(),
    createdAt,
    endedAt: integer('ended_at'),
  },
  (t) => [
    uniqueIndex('workspace_appointments_open')
      .on(t.vaultAddress, t.address)
      .where(sql`${t.endedAt} is null`),
    index('workspace_appointments_by_vault').on(t.vaultAddress, t.address, t.endedAt),
    index('workspace_appointments_by_end').on(t.endedAt),
    index('workspace_appointments_by_start').on(t.since),
  ],
)

/**
 * What the members want of each strategy. The weights of a vault add up to 10 000 basis points at most.
 *
 * Retention: until it is replaced; at most 64 per vault.
 */
export const workspaceStrategyTargets = sqliteTable(
  'workspace_strategy_targets',
  {
    vaultAddress,
    strategyAddress: text('strategy_address').$type<`0x${string}`>().notNull(),
    targetWeightBps: integer('target_weight_bps').notNull(),
    /** Base units of the asset, as a decimal string; null for no cap. */
    maxAssetsCap: text('max_assets_cap'),
    updatedAt: integer('updated_at').notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.vaultAddress, t.strategyAddress] }),
    check('workspace_target_weight', sql`${t.targetWeightBps} between 0 and 10000`),
  ],
)

/**
 * What the schedule found when it looked at a vault.
 *
 * Retention: 7 days.
 */
export const workspaceMonitoringSnapshots = sqliteTable(
  'workspace_monitoring_snapshots',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    vaultAddress,
    snapshotKind: text('snapshot_kind', { enum: ['schedule'] }).notNull(),
    /** JSON object: how many checks passed, warned, failed and informed, and the block. */
    payloadJson: text('payload_json').notNull(),
    createdAt,
  },
  (t) => [
    index('workspace_snapshots_by_vault').on(t.vaultAddress, t.createdAt),
    index('workspace_snapshots_by_time').on(t.createdAt),
  ],
)

/**
 * What needs attention: open, then acknowledged, then resolved. One of each cause is unresolved at a time.
 *
 * Retention: 90 days after it was resolved; one that nobody resolves goes 90 days after it was raised.
 */
export const workspaceAlertEvents = sqliteTable(
  'workspace_alert_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    vaultAddress,
    source: text({ enum: ['monitoring', 'keepr'] }).notNull(),
    /** What it is about: a check, an action. */
    cause: text().notNull(),
    severity: text({ enum: ['info', 'warn', 'critical'] }).notNull(),
    status: text({ enum: ['open', 'acknowledged', 'resolved'] })
      .notNull()
      .default('open'),
    message: text().notNull(),
    /** JSON object. */
    metadataJson: text('metadata_json').notNull().default('{}'),
    acknowledgedAt: integer('acknowledged_at'),
    resolvedAt: integer('resolved_at'),
    createdAt,
  },
  (t) => [
    check('workspace_alert_status', sql`${t.status} in ('open', 'acknowledged', 'resolved')`),
    uniqueIndex('workspace_alerts_unresolved')
      .on(t.vaultAddress, t.cause)
      .where(sql`${t.status} <> 'resolved'`),
    index('workspace_alerts_by_vault').on(t.vaultAddress, t.status, t.id),
    index('workspace_alerts_by_resolution').on(t.resolvedAt),
  ],
)

/**
 * Requests that a second person must approve. Who asked is kept as a set of nodes (drizzle/persons.ts), so that two wallets of
 * one person are never two people.
 *
 * Retention: a pending one is cancelled after 7 days; a decided one goes 90 days after the decision.
 */
export const workspaceApprovals = sqliteTable(
  'workspace_approvals',
  {
    id: text().primaryKey(),
    vaultAddress,
    actionType: text('action_type').notNull(),
    /** What the action acts on; one request of each action and subject is undecided at a time. */
    subject: text().notNull(),
    /** JSON object. */
    payloadJson: text('payload_json').notNull(),
    status: text({ enum: ['pending', 'approved', 'executed', 'rejected', 'cancelled'] })
      .notNull()
      .default('pending'),
    requestedBy: text('requested_by').$type<`0x${string}`>().notNull(),
    /** The account’s id, or the address where it has none. */
    requestedAccount: text('requested_account').notNull(),
    /** JSON array of addresses. */
    requestedWallets: text('requested_wallets').notNull(),
    /** JSON array of nodes; null, or without a `key:` node, in rows of earlier releases, which nobody can approve. */
    requestedPerson: text('requested_person'),
    /** The vault’s onchain owner then, if that is who asked. */
    requestedOwner: text('requested_owner').$type<`0x${string}`>(),
    approvedBy: text('approved_by').$type<`0x${string}`>(),
    decidedBy: text('decided_by').$type<`0x${string}`>(),
    decidedAt: integer('decided_at'),
    executedAt: integer('executed_at'),
    createdAt,
  },
  (t) => [
    check(
      'workspace_approval_status',
      sql`${t.status} in ('pending', 'approved', 'executed', 'rejected', 'cancelled')`,
    ),
    uniqueIndex('workspace_approvals_undecided')
      .on(t.vaultAddress, t.actionType, t.subject)
      .where(sql`${t.status} in ('pending', 'approved')`),
    index('workspace_approvals_by_vault').on(t.vaultAddress, t.status, t.createdAt),
    index('workspace_approvals_by_status').on(t.status, t.createdAt),
  ],
)

/**
 * What members have to look at. `snoozed` is open again at `snoozedUntil`.
 *
 * Retention: 60 days after it ended; at most 200 unended ones per vault.
 */
export const workspaceTaskState = sqliteTable(
  'workspace_task_state',
  {
    id: text().primaryKey(),
    vaultAddress,
    title: text().notNull(),
    status: text({ enum: ['open', 'snoozed', 'approved', 'rejected', 'done'] })
      .notNull()
      .default('open'),
    priority: text({ enum: ['low', 'normal', 'high'] }).notNull(),
    dueAt: integer('due_at'),
    snoozedUntil: integer('snoozed_until'),
    assignedTo: text('assigned_to').$type<`0x${string}`>(),
    /** What it came from, which it ends with: an approval, an action. */
    cause: text().notNull(),
    /** JSON object. */
    metadataJson: text('metadata_json').notNull().default('{}'),
    updatedAt: integer('updated_at').notNull(),
    createdAt,
  },
  (t) => [
    check('workspace_task_status', sql`${t.status} in ('open', 'snoozed', 'approved', 'rejected', 'done')`),
    uniqueIndex('workspace_tasks_unended')
      .on(t.vaultAddress, t.cause)
      .where(sql`${t.status} in ('open', 'snoozed')`),
    index('workspace_tasks_by_vault').on(t.vaultAddress, t.status, t.createdAt),
    index('workspace_tasks_by_status').on(t.status, t.updatedAt),
  ],
)

/**
 * What happened, for people to read. Rows are only added.
 *
 * Retention: 60 days.
 */
export const workspaceActivityEvents = sqliteTable(
  'workspace_activity_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    vaultAddress,
    source: text({ enum: ['workspace', 'keepr', 'chat'] }).notNull(),
    eventType: text('event_type').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    severity: text({ enum: ['info', 'warn', 'critical'] }).notNull(),
    /** Null for what the service or a keeper did. */
    actorAddress: text('actor_address').$type<`0x${string}`>(),
    /** JSON object. */
    payloadJson: text('payload_json').notNull(),
    createdAt,
  },
  (t) => [
    index('workspace_activity_by_vault').on(t.vaultAddress, t.id),
    index('workspace_activity_by_time').on(t.createdAt),
  ],
)

/**
 * How a member wants to be told.
 *
 * Retention: until the account is deleted, or the vault’s workspace goes.
 */
export const workspaceNotificationPreferences = sqliteTable(
  'workspace_notification_preferences',
  {
    vaultAddress,
    principalAddress: text('principal_address').$type<`0x${string}`>().notNull(),
    chatappEnabled: integer('chatapp_enabled', { mode: 'boolean' }).notNull(),
    msgnetEnabled: integer('msgnet_enabled', { mode: 'boolean' }).notNull(),
    emailEnabled: integer('email_enabled', { mode: 'boolean' }).notNull(),
    minSeverity: text('min_severity', { enum: ['info', 'warn', 'critical'] }).notNull(),
    /** JSON array of names. */
    channels: text().notNull(),
    updatedAt: integer('updated_at').notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.vaultAddress, t.principalAddress] }),
    index('workspace_preferences_by_principal').on(t.principalAddress),
  ],
)

/**
 * Every change that members made: the first row of the batch that makes it, on which the rest depends. Rows are only added.
 * A request with a key is made once per account and vault.
 *
 * Retention: 90 days.
 */
export const workspaceAuditLogs = sqliteTable(
  'workspace_audit_logs',
  {
    id: text().primaryKey(),
    vaultAddress,
    actorAddress: text('actor_address').$type<`0x${string}`>().notNull(),
    /** The account’s id, or the address where it has none. */
    actorAccount: text('actor_account').notNull(),
    actionType: text('action_type').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    /** JSON object: what was asked for, and what became of it. */
    diffJson: text('diff_json').notNull(),
    requestKey: text('request_key'),
    /** SHA-256 of the request. */
    requestHash: text('request_hash').notNull(),
    createdAt,
  },
  (t) => [
    uniqueIndex('workspace_audit_by_key')
      .on(t.vaultAddress, t.actorAccount, t.requestKey)
      .where(sql`${t.requestKey} is not null`),
    index('workspace_audit_by_vault').on(t.vaultAddress, t.createdAt),
    index('workspace_audit_by_time').on(t.createdAt),
  ],
)
