import { sql, type SQL } from 'drizzle-orm'
import type { workspaceActivityEvents, workspaceTaskState } from '../../../drizzle/workspace.ts'

// Statements for the batch of the change that they record; each applies only if its condition holds in that batch. Addresses
// are in lower case, times are unix seconds.

type Event = typeof workspaceActivityEvents.$inferSelect
type Task = typeof workspaceTaskState.$inferSelect

/** Tasks of one vault that have not ended. */
export const MOST_TASKS = 200

export interface ActivityEvent extends Pick<
  Event,
  'vaultAddress' | 'source' | 'eventType' | 'severity' | 'title' | 'description' | 'actorAddress'
> {
  readonly payload: object
  readonly at: number
}

export const appendActivity = (event: ActivityEvent, condition: SQL): SQL =>
  sql`insert into workspace_activity_events
    (vault_address, source, event_type, title, description, severity, actor_address, payload_json, created_at)
    select ${event.vaultAddress}, ${event.source}, ${event.eventType}, ${event.title}, ${event.description},
      ${event.severity}, ${event.actorAddress}, ${JSON.stringify(event.payload)}, ${event.at} where ${condition}`

export interface OpenedTask extends Pick<Task, 'id' | 'vaultAddress' | 'priority' | 'dueAt' | 'cause' | 'title'> {
  readonly metadata: object
  readonly at: number
}

/** Opens a task, unless one of the same cause has not ended, or the vault has as many as it may have. */
export const openTask = (task: OpenedTask, condition: SQL): SQL =>
  sql`insert into workspace_task_state
    (id, vault_address, title, status, priority, due_at, cause, metadata_json, updated_at, created_at)
    select ${task.id}, ${task.vaultAddress}, ${task.title}, 'open', ${task.priority}, ${task.dueAt}, ${task.cause},
      ${JSON.stringify(task.metadata)}, ${task.at}, ${task.at}
    where ${condition} and (select count(*) from workspace_task_state
      where vault_address = ${task.vaultAddress} and status in ('open', 'snoozed')) < ${MOST_TASKS}
    on conflict (vault_address, cause) where status in ('open', 'snoozed') do nothing`

/** Ends the task of a cause, if there is one that has not ended. */
export const endTask = (
  { vaultAddress, cause }: Pick<Task, 'vaultAddress' | 'cause'>,
  ended: { readonly status: 'approved' | 'rejected' | 'done'; readonly at: number },
  condition: SQL,
): SQL =>
  sql`update workspace_task_state set status = ${ended.status}, snoozed_until = null, updated_at = ${ended.at}
    where vault_address = ${vaultAddress} and cause = ${cause} and status in ('open', 'snoozed') and ${condition}`
