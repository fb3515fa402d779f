import { sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { canGo } from '../../../shared/store/persons.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { lower } from '../../../shared/text/address.ts'

const DAY = 86_400
/** How long rows stay that a running request may still need. */
const HOUR = 3600
/** Minimum seconds between two checks of a vault. */
const LOOK_SECONDS = 540
/** How long an approval may be pending. */
const APPROVAL_SECONDS = 7 * DAY

/** A scheduled check of a vault: number of checks by status, the block, and the failed checks. */
export interface Snapshot {
  readonly vault: Address
  readonly tally: Readonly<Record<'pass' | 'warn' | 'fail' | 'info', number>>
  readonly blockNumber: string
  readonly failed: readonly { readonly id: string; readonly label: string; readonly details: string | null }[]
}

/** The scheduled jobs of workspaces, in D1. Every method throws store_unavailable; times are unix seconds. */
export function createWorkspaceSchedule(d1: D1Database) {
  const { all, batch } = openStoredDatabase(d1)
  return {
    /** Takes up to `limit` due vaults, those with the oldest check first; of two runs, one gets each vault. */
    async take(limit: number, now: number): Promise<Address[]> {
      const rows = await all<{ vault: Address }>(sql`update workspace_vaults set looked_at = ${now}
        where vault_address in (select vault_address from workspace_vaults where looked_at <= ${now - LOOK_SECONDS}
          order by looked_at limit ${limit}) and looked_at <= ${now - LOOK_SECONDS}
        returning vault_address vault`)
      return rows.map(({ vault }) => getAddress(vault))
    },

    /** Stores a snapshot, raises an alert for each failed check, and resolves alerts of checks that no longer fail. */
    async save({ vault, tally, blockNumber, failed }: Snapshot, at: number): Promise<void> {
      const of = lower(vault)
      const checks = sql`(select 'check:' || (value ->> 'id') cause, value ->> 'id' id,
        (value ->> 'label') || coalesce(': ' || (value ->> 'details'), '') message from json_each(${JSON.stringify(failed)}))`
      await batch([
        sql`insert into workspace_monitoring_snapshots (vault_address, snapshot_kind, payload_json, created_at)
          values (${of}, 'schedule', ${JSON.stringify({ ...tally, blockNumber })}, ${at})`,
        sql`insert into workspace_activity_events
            (vault_address, source, event_type, title, description, severity, payload_json, created_at)
          select ${of}, 'workspace', 'monitoring.failed', 'A check failed', c.message, 'critical',
            json_object('checkId', c.id), ${at} from ${checks} c
          where not exists (select 1 from workspace_alert_events a
            where a.vault_address = ${of} and a.cause = c.cause and a.status <> 'resolved')`,
        sql`insert into workspace_alert_events
            (vault_address, source, cause, severity, status, message, metadata_json, created_at)
          select ${of}, 'monitoring', c.cause, 'critical', 'open', c.message, json_object('checkId', c.id), ${at}
          from ${checks} c where true
          on conflict (vault_address, cause) where status <> 'resolved'
          do update set severity = excluded.severity, message = excluded.message, metadata_json = excluded.metadata_json`,
        sql`update workspace_alert_events set status = 'resolved', resolved_at = ${at}
          where vault_address = ${of} and source = 'monitoring' and status <> 'resolved'
          and cause not in (select cause from ${checks})`,
      ])
    },

    /** Cancels approvals that were pending too long, reopens snoozed tasks, and applies the retention rules. */
    async prune(now: number): Promise<void> {
      const late = sql`status = 'pending' and created_at < ${now - APPROVAL_SECONDS}`
      const isUsed = (table: string) =>
        sql`exists (select 1 from ${sql.identifier(table)} t where t.vault_address = workspace_vaults.vault_address)`
      await batch([
        sql`insert into workspace_activity_events
            (vault_address, source, event_type, title, description, severity, payload_json, created_at)
          select vault_address, 'workspace', 'approval.expired', 'An approval was cancelled',
            action_type || ' was not decided within 7 days', 'warn', json_object('approvalId', id), ${now}
          from workspace_approvals where ${late}`,
        sql`update workspace_task_state set status = 'done', updated_at = ${now} where status in ('open', 'snoozed')
          and cause in (select 'approval:' || id from workspace_approvals where ${late})`,
        sql`update workspace_approvals set status = 'cancelled', decided_at = ${now} where ${late}`,
        sql`update workspace_task_state set status = 'open', snoozed_until = null, updated_at = ${now}
          where status = 'snoozed' and snoozed_until <= ${now}`,
        deleteSome('workspace_monitoring_snapshots', sql`created_at < ${now - 7 * DAY}`),
        deleteSome('workspace_activity_events', sql`created_at < ${now - 60 * DAY}`),
        deleteSome('workspace_audit_logs', sql`created_at < ${now - 90 * DAY}`),
        deleteSome('workspace_alert_events', sql`resolved_at < ${now - 90 * DAY}`),
        deleteSome('workspace_alert_events', sql`status <> 'resolved' and created_at < ${now - 90 * DAY}`),
        deleteSome(
          'workspace_task_state',
          sql`status in ('approved', 'rejected', 'done') and updated_at < ${now - 60 * DAY}`,
        ),
        deleteSome(
          'workspace_approvals',
          sql`status in ('executed', 'rejected', 'cancelled') and coalesce(executed_at, decided_at) < ${now - 90 * DAY}`,
        ),
        deleteSome(
          'workspace_appointments',
          sql`ended_at < ${now - HOUR} and not exists (select 1 from workspace_approvals p where p.status = 'pending'
            and p.vault_address = workspace_appointments.vault_address and p.created_at <= ended_at)`,
        ),
        deleteSome('person_joins', sql`until < ${now - HOUR} and ${canGo}`),
        sql`delete from workspace_vaults where not (${sql.join(USED.map(isUsed), sql` or `)})`,
        deleteSome(
          'workspace_notification_preferences',
          sql`vault_address not in (select vault_address from workspace_vaults)`,
        ),
      ])
    },
  }
}

/** A vault is watched while one of these has a row of it. */
const USED = [
  'workspace_members',
  'workspace_strategy_targets',
  'workspace_approvals',
  'workspace_task_state',
  'workspace_audit_logs',
]
