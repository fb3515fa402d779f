import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { APPROVAL_CAUSE } from './workspaceApprovals.ts'
import type { Steps } from './workspaceChange.ts'

/** A task or alert of a vault, and the time of its change in unix seconds. */
interface Item<I> {
  readonly vault: Address
  readonly id: I
  readonly at: number
}

/** Ends a task, unless it is about an approval. */
export const endingTask = (task: Item<string>, status: 'approved' | 'rejected'): Steps =>
  changingTask(task, sql`status = ${status}, snoozed_until = null`, sql`cause not like ${`${APPROVAL_CAUSE}%`}`)

export const snoozingTask = (task: Item<string>, until: number): Steps =>
  changingTask(task, sql`status = 'snoozed', snoozed_until = ${until}`)

/** Assigns a task to a wallet that has a role on the vault or owns it, or unassigns it. */
export function assigningTask(task: Item<string>, assignee: Address | null, owner: Address | null): Steps {
  const to = assignee && lower(assignee)
  const isFree = to === null || (owner !== null && lower(owner) === to)
  const isMember = sql`exists (select 1 from workspace_members m
    where m.vault_address = ${lower(task.vault)} and m.address = ${to})`
  return changingTask(task, sql`assigned_to = ${to}`, isFree ? undefined : isMember)
}

function changingTask({ vault, id, at }: Item<string>, set: SQL, also: SQL = sql`true`): Steps {
  const task = sql`id = ${id} and vault_address = ${lower(vault)} and status in ('open', 'snoozed')`
  return {
    condition: sql`exists (select 1 from workspace_task_state where ${task} and ${also})`,
    statements: (done) => [sql`update workspace_task_state set ${set}, updated_at = ${at} where ${task} and ${done}`],
  }
}

/** The states that precede each state of an alert. */
const FROM = { acknowledged: ['open'], resolved: ['open', 'acknowledged'] } as const
export type AlertEnd = keyof typeof FROM

/** Acknowledges an open alert, or resolves one. */
export function changingAlert({ vault, id, at }: Item<number>, status: AlertEnd): Steps {
  const from = sql.join(
    FROM[status].map((one) => sql`${one}`),
    sql`, `,
  )
  const alert = sql`id = ${id} and vault_address = ${lower(vault)} and status in (${from})`
  const time = status === 'resolved' ? sql`resolved_at` : sql`acknowledged_at`
  return {
    condition: sql`exists (select 1 from workspace_alert_events where ${alert})`,
    statements: (done) => [
      sql`update workspace_alert_events set status = ${status}, ${time} = ${at} where ${alert} and ${done}`,
    ],
  }
}
