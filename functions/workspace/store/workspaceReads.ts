import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { actions } from '../../../drizzle/runtime.ts'
import {
  workspaceActivityEvents as activity,
  workspaceAlertEvents as alerts,
  workspaceApprovals as approvals,
  workspaceMembers as members,
  workspaceMonitoringSnapshots as snapshots,
  workspaceNotificationPreferences as preferences,
  workspaceStrategyTargets as targets,
  workspaceTaskState as tasks,
} from '../../../drizzle/workspace.ts'
import { lower } from '../../../shared/text/address.ts'
import { stored } from '../../../shared/store/stored.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { type Deciding, type SamePerson, samePerson } from './twoPersons.ts'

export type TargetRow = typeof targets.$inferSelect
export type AlertRow = typeof alerts.$inferSelect
export type ActivityRow = typeof activity.$inferSelect
export type TaskRow = typeof tasks.$inferSelect
export type ApprovalRow = typeof approvals.$inferSelect
export type PreferenceRow = typeof preferences.$inferSelect
export type ActionRow = typeof actions.$inferSelect

/** Tasks and approvals of one answer. */
const MOST = 200
const MOST_INCIDENTS = 50

/** The records of a vault's workspace, in D1. Every method throws store_unavailable; times are unix seconds. */
export function createWorkspaceReads(d1: D1Database) {
  const { all, orm } = openStoredDatabase(d1)

  return {
    members: async (vault: Address) => {
      const rows = await stored(() =>
        orm
          .select()
          .from(members)
          .where(eq(members.vaultAddress, lower(vault)))
          .orderBy(asc(members.role), asc(members.address)),
      )
      return rows.map(({ address, role }) => ({ address: getAddress(address), role }))
    },

    targets: (vault: Address): Promise<TargetRow[]> =>
      stored(() =>
        orm
          .select()
          .from(targets)
          .where(eq(targets.vaultAddress, lower(vault)))
          .orderBy(asc(targets.strategyAddress)),
      ),

    /** Unresolved alerts, newest first. */
    alerts: (vault: Address, limit: number): Promise<AlertRow[]> =>
      stored(() =>
        orm
          .select()
          .from(alerts)
          .where(and(eq(alerts.vaultAddress, lower(vault)), ne(alerts.status, 'resolved')))
          .orderBy(desc(alerts.id))
          .limit(limit),
      ),

    /** Events, newest first; without `system` only those of members. */
    activity: (
      vault: Address,
      { system, limit }: { readonly system: boolean; readonly limit: number },
    ): Promise<ActivityRow[]> =>
      stored(() =>
        orm
          .select()
          .from(activity)
          .where(
            and(
              eq(activity.vaultAddress, lower(vault)),
              system ? undefined : sql`${activity.actorAddress} is not null`,
            ),
          )
          .orderBy(desc(activity.id))
          .limit(limit),
      ),

    /** Tasks, newest first. A task that was snoozed until before `now` is open. */
    tasks: (vault: Address, status: TaskRow['status'] | undefined, now: number): Promise<TaskRow[]> =>
      stored(async () => {
        const standing = sql<
          TaskRow['status']
        >`iif(${tasks.status} = 'snoozed' and ${tasks.snoozedUntil} <= ${now}, 'open', ${tasks.status})`
        const rows = await orm
          .select({ row: tasks, standing })
          .from(tasks)
          .where(and(eq(tasks.vaultAddress, lower(vault)), status && sql`${standing} = ${status}`))
          .orderBy(desc(tasks.createdAt), desc(tasks.id))
          .limit(MOST)
        return rows.map(({ row, standing: status }) => ({
          ...row,
          status,
          snoozedUntil: status === 'snoozed' ? row.snoozedUntil : null,
        }))
      }),

    /** Approvals, newest first. */
    approvals: (vault: Address, status?: ApprovalRow['status']): Promise<ApprovalRow[]> =>
      stored(() =>
        orm
          .select()
          .from(approvals)
          .where(and(eq(approvals.vaultAddress, lower(vault)), status && eq(approvals.status, status)))
          .orderBy(desc(approvals.createdAt), desc(approvals.id))
          .limit(MOST),
      ),

    approval: async (vault: Address, id: string): Promise<ApprovalRow | null> => {
      const [row] = await stored(() =>
        orm
          .select()
          .from(approvals)
          .where(and(eq(approvals.vaultAddress, lower(vault)), eq(approvals.id, id))),
      )
      return row ?? null
    },

    /** Why the decider does not count as a second person; null if they do. */
    samePerson: async (deciding: Deciding): Promise<SamePerson | null> => {
      const [row] = await all<{ same: SamePerson | null }>(sql`select ${samePerson(deciding)} same`)
      return row?.same ?? null
    },

    task: async (vault: Address, id: string): Promise<TaskRow | null> => {
      const [row] = await stored(() =>
        orm
          .select()
          .from(tasks)
          .where(and(eq(tasks.vaultAddress, lower(vault)), eq(tasks.id, id))),
      )
      return row ?? null
    },

    alert: async (vault: Address, id: number): Promise<AlertRow | null> => {
      const [row] = await stored(() =>
        orm
          .select()
          .from(alerts)
          .where(and(eq(alerts.vaultAddress, lower(vault)), eq(alerts.id, id))),
      )
      return row ?? null
    },

    preferences: (vault: Address, of: Address | null): Promise<PreferenceRow[]> =>
      stored(() =>
        orm
          .select()
          .from(preferences)
          .where(
            and(
              eq(preferences.vaultAddress, lower(vault)),
              of === null ? undefined : eq(preferences.principalAddress, lower(of)),
            ),
          )
          .orderBy(asc(preferences.principalAddress))
          .limit(MOST),
      ),

    /** Numbers of unresolved alerts, open or snoozed tasks, and pending approvals. */
    counts: async (vault: Address) => {
      const of = lower(vault)
      const [row] = await all<{ alerts: number; tasks: number; approvals: number; targets: number }>(sql`select
        (select count(*) from workspace_alert_events where vault_address = ${of} and status <> 'resolved') alerts,
        (select count(*) from workspace_task_state where vault_address = ${of} and status in ('open', 'snoozed')) tasks,
        (select count(*) from workspace_approvals where vault_address = ${of} and status = 'pending') approvals,
        (select count(*) from workspace_strategy_targets where vault_address = ${of} and target_weight_bps > 0) targets`)
      return row ?? { alerts: 0, tasks: 0, approvals: 0, targets: 0 }
    },

    /** Actions that failed after `since`, newest first. */
    incidents: (vault: Address, since: number): Promise<ActionRow[]> =>
      stored(() =>
        orm
          .select()
          .from(actions)
          .where(
            and(eq(actions.vaultAddress, lower(vault)), eq(actions.status, 'failed'), gt(actions.updatedAt, since)),
          )
          .orderBy(desc(actions.updatedAt))
          .limit(MOST_INCIDENTS),
      ),

    /** Messages published to groups, newest first. */
    published: (vault: Address, actionType: string, limit: number): Promise<ActionRow[]> =>
      stored(() =>
        orm
          .select()
          .from(actions)
          .where(
            and(
              eq(actions.vaultAddress, lower(vault)),
              inArray(actions.status, ['pending', 'retry', 'executing', 'executed', 'failed']),
              eq(actions.actionType, actionType),
            ),
          )
          .orderBy(desc(actions.id))
          .limit(limit),
      ),

    /** When an action on each strategy was last executed, by its address in lower case. */
    lastExecuted: async (vault: Address): Promise<ReadonlyMap<string, number>> => {
      const rows = await all<{ strategy: string | null; at: number }>(sql`select
          lower(json_extract(action, '$.strategyAddress')) strategy, max(coalesce(executed_at, updated_at)) at from actions
        where vault_address = ${lower(vault)} and status = 'executed' and action_type like 'strategy.%' group by 1`)
      return new Map(rows.flatMap(({ strategy, at }) => (strategy === null ? [] : [[strategy, at] as const])))
    },

    /** The last snapshot of each hour after `since`, the oldest first. */
    trend: (vault: Address, since: number): Promise<{ id: number; payload: string; at: number }[]> =>
      all(sql`select id, payload_json payload, created_at at from workspace_monitoring_snapshots where id in (
          select max(id) from workspace_monitoring_snapshots
          where vault_address = ${lower(vault)} and created_at > ${since} group by created_at / 3600)
        order by id limit ${MOST}`),

    latestSnapshot: async (vault: Address): Promise<number | null> => {
      const [row] = await stored(() =>
        orm
          .select({ id: snapshots.id })
          .from(snapshots)
          .where(eq(snapshots.vaultAddress, lower(vault)))
          .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
          .limit(1),
      )
      return row?.id ?? null
    },
  }
}
