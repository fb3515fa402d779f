import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { TRUST_ZONES, ZONE_PREFIXES } from '../schema/workspace/trustZones.ts'

/**
 * Outputs of workflows, each stored once per workflow, kind and key.
 *
 * Retention: 90 days; the newest of each workflow and kind stays.
 */
export const runtimeRecords = sqliteTable(
  'cre_runtime_records',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workflow: text().notNull(),
    kind: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** RFC 8785 text of the payload: equal content is equal text. */
    payload: text().notNull(),
    source: text().notNull(),
    correlationId: text('correlation_id').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('cre_runtime_records_by_key').on(t.workflow, t.kind, t.idempotencyKey),
    index('cre_runtime_records_by_time').on(t.createdAt, t.id),
    index('cre_runtime_records_by_kind').on(t.kind, t.createdAt, t.id),
    index('cre_runtime_records_by_workflow').on(t.workflow, t.createdAt, t.id),
  ],
)

/**
 * Decisions of the orchestrator, each stored once per workflow and key.
 *
 * Retention: 90 days.
 */
export const runtimeDecisions = sqliteTable(
  'cre_runtime_decisions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workflow: text().notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** RFC 8785 text of the decision together with the action that it was to enqueue. */
    content: text().notNull(),
    /** `rejected`: another action was in flight under the dedupe key, so this decision's action was not enqueued. */
    status: text({ enum: ['stored', 'enqueued', 'rejected'] }).notNull(),
    /** The action that this decision enqueued, or that was in flight under its dedupe key. */
    actionId: integer('action_id'),
    correlationId: text('correlation_id').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('cre_runtime_decisions_by_key').on(t.workflow, t.idempotencyKey),
    index('cre_runtime_decisions_by_time').on(t.createdAt),
  ],
)

/** Statuses of an action that has not ended. */
export const IN_FLIGHT = ['pending', 'retry', 'executing'] as const

const beginsWith = (prefixes: readonly string[]) =>
  prefixes.map((prefix) => `action_type glob '${prefix}*'`).join(' or ')

/** zoneOf in SQL: whoever writes an action, its zone follows from the type that is stored. */
const zoneOfType = `case
  when ${beginsWith(ZONE_PREFIXES.queue_messaging_monitoring)} then 'queue_messaging_monitoring'
  when action_type = '' or ${beginsWith(ZONE_PREFIXES.market_maintenance)} then 'market_maintenance'
  else 'financial_execution' end`

/**
 * Actions for keepers. At most one action per dedupe key is in flight; one worker has an action at a time, until its lease
 * ends.
 *
 * Retention: 90 days after its end.
 */
export const actions = sqliteTable(
  'actions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Lower case. */
    vaultAddress: text('vault_address').$type<`0x${string}`>().notNull(),
    groupId: text('group_id').notNull(),
    actionType: text('action_type').notNull(),
    /** JSON object. */
    action: text().notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    status: text({ enum: [...IN_FLIGHT, 'executed', 'failed'] })
      .notNull()
      .default('pending'),
    trustZone: text('trust_zone', { enum: TRUST_ZONES })
      .notNull()
      .generatedAlwaysAs(sql.raw(zoneOfType), { mode: 'virtual' }),
    /** Attempts that were begun: the number of the last one, which fences reports of those before it. */
    attemptCount: integer('attempt_count').notNull().default(0),
    /** Unix seconds, as all times here. */
    nextAttemptAt: integer('next_attempt_at'),
    /** While an attempt is under way: until when nobody else gets the action. */
    leaseUntil: integer('lease_until'),
    /** The worker that began the last attempt, as it named itself. */
    leaseOwner: text('lease_owner'),
    /** What came of the last attempt, as its worker said; `expired`: it said nothing in time. Null while it is under way. */
    lastReport: text('last_report', { enum: ['executed', 'failed', 'retry', 'expired'] }),
    lastError: text('last_error'),
    /** The same for all rows that one transaction changed, and for no others. */
    lastChange: text('last_change'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    executedAt: integer('executed_at'),
  },
  (t) => [
    uniqueIndex('actions_in_flight')
      .on(t.dedupeKey)
      .where(sql`status in ('pending', 'retry', 'executing')`),
    index('actions_by_status').on(t.status, t.updatedAt),
    index('actions_by_zone').on(t.trustZone, t.status, t.createdAt),
    index('actions_by_change').on(t.lastChange),
    index('actions_by_vault').on(t.vaultAddress, t.status, t.updatedAt),
  ],
)
