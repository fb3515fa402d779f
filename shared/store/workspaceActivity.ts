import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import type { workspaceActivityEvents, workspaceAlertEvents, workspaceTaskState } from '../../drizzle/workspace.ts'

// Statements for the batch of what they tell of; each does something only where its condition holds in that batch.

type Event = typeof workspaceActivityEvents.$inferSelect
type Alert = typeof workspaceAlertEvents.$inferSelect
type Task = typeof workspaceTaskState.$inferSelect

/** Tasks of one vault that have not ended. */
export const MOST_TASKS = 200

/** An address in lower case, or the sub-query that finds it. */
type Of = Address | SQL

/** What is told of besides: an object, or SQL that makes its JSON text. */
type Payload = object | SQL

const json = (payload: Payload): SQL => (isSql(payload) ? payload : sql`${JSON.stringify(payload)}`)
const isSql = (payload: Payload): payload is SQL => 'queryChunks' in payload

export interface ActivityEvent extends Pick<Event, 'source' | 'eventType' | 'severity'> {
  readonly vault: Of
  readonly title: string | SQL
  readonly description: string | SQL
  /** Lower case. */
  readonly actor: Address | null
  readonly payload: Payload
  /** Unix seconds. */
  readonly at: number
}

/** Appends an event to a vault's activity. */
export const appendActivity = (event: ActivityEvent, condition: SQL = sql`true`): SQL =>
  sql`insert into workspace_activity_events
    (vault_address, source, event_type, title, description, severity, actor_address, payload_json, created_at)
    select ${event.vault}, ${event.source}, ${event.eventType}, ${event.title}, ${event.description}, ${event.severity},
      ${event.actor}, ${json(event.payload)}, ${event.at} where ${condition}`

export interface RaisedAlert extends Pick<Alert, 'source' | 'severity'> {
  readonly vault: Of
  readonly cause: string
  readonly message: string | SQL
  readonly metadata: Payload
  readonly at: number
}

/** Raises an alert; an unresolved one of the same cause is told anew what is wrong instead. */
export const raiseAlert = (alert: RaisedAlert, condition: SQL = sql`true`): SQL =>
  sql`insert into workspace_alert_events (vault_address, source, cause, severity, status, message, metadata_json, created_at)
    select ${alert.vault}, ${alert.source}, ${alert.cause}, ${alert.severity}, 'open', ${alert.message},
      ${json(alert.metadata)}, ${alert.at} where ${condition}
    on conflict (vault_address, cause) where status <> 'resolved'
    do update set severity = excluded.severity, message = excluded.message, metadata_json = excluded.metadata_json`

export interface OpenedTask extends Pick<Task, 'id' | 'priority' | 'dueAt'> {
  readonly vault: Of
  readonly cause: string
  readonly title: string | SQL
  readonly metadata: Payload
  readonly at: number
}

/** Opens a task, unless one of the same cause has not ended, or the vault has as many as it may have. */
export const openTask = (task: OpenedTask, condition: SQL = sql`true`): SQL =>
  sql`insert into workspace_task_state
    (id, vault_address, title, status, priority, due_at, cause, metadata_json, updated_at, created_at)
    select ${task.id}, ${task.vault}, ${task.title}, 'open', ${task.priority}, ${task.dueAt}, ${task.cause},
      ${json(task.metadata)}, ${task.at}, ${task.at}
    where ${condition} and (select count(*) from workspace_task_state
      where vault_address = ${task.vault} and status in ('open', 'snoozed')) < ${MOST_TASKS}
    on conflict (vault_address, cause) where status in ('open', 'snoozed') do nothing`

/** Ends the task of a cause, if there is one that has not ended. */
export const endTask = (
  vault: Of,
  cause: string,
  ended: { readonly status: 'approved' | 'rejected' | 'done'; readonly at: number },
  condition: SQL = sql`true`,
): SQL =>
  sql`update workspace_task_state set status = ${ended.status}, snoozed_until = null, updated_at = ${ended.at}
    where vault_address = ${vault} and cause = ${cause} and status in ('open', 'snoozed') and ${condition}`
