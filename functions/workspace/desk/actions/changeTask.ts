import { sql, type SQL } from 'drizzle-orm'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { APPROVAL_CAUSE } from '../describeRecords.ts'
import { type Act, type Done, type Outcome, type PayloadOf, perform } from './perform.ts'

const MONTH = 30 * 86_400

// Each throws what perform throws, workspace_item_not_found, and already_decided for a task that has ended.

/** Ends a task. One that is about an approval ends with that: decided_by_approval. */
export const endTaskAs = (
  { taskId }: PayloadOf<'task.approve'>,
  status: 'approved' | 'rejected',
  act: Act,
): Promise<Done> =>
  change(act, taskId, {
    set: sql`status = ${status}, snoozed_until = null`,
    also: sql`cause not like ${`${APPROVAL_CAUSE}%`}`,
    asked: { taskId, status },
    said: `was ${status}`,
    status,
  })

/** Puts a task off until a time within 30 days. Throws invalid_request for another time. */
export function snoozeTask({ taskId, snoozedUntil }: PayloadOf<'task.snooze'>, act: Act): Promise<Done> {
  const until = Math.floor(Date.parse(snoozedUntil) / 1000)
  const { at } = act.admission
  if (until <= at || until > at + MONTH)
    throw new ApiError('invalid_request', 'payload.snoozedUntil: must be after now, and within 30 days')
  return change(act, taskId, {
    set: sql`status = 'snoozed', snoozed_until = ${until}`,
    also: sql`true`,
    asked: { taskId, snoozedUntil },
    said: `was put off until ${snoozedUntil}`,
    status: 'snoozed',
  })
}

/** Gives a task to somebody with a role on the vault, or to nobody. Throws not_a_member. */
export function assignTask({ taskId, assignee }: PayloadOf<'task.assign'>, act: Act): Promise<Done> {
  const { vault, owner } = act.admission
  const isOwner = assignee !== null && owner !== null && lower(assignee) === lower(owner)
  const isMember = sql`exists (select 1 from workspace_members
    where vault_address = ${lower(vault)} and address = ${assignee && lower(assignee)})`
  return change(act, taskId, {
    set: sql`assigned_to = ${assignee && lower(assignee)}`,
    also: assignee === null || isOwner ? sql`true` : isMember,
    asked: { taskId, assignee },
    said: assignee === null ? 'is nobody’s' : `was given to ${assignee}`,
    status: 'assigned',
  })
}

interface Change {
  readonly set: SQL
  readonly also: SQL
  readonly asked: Readonly<Record<string, unknown>>
  readonly said: string
  readonly status: Outcome['status']
}

function change(act: Act, id: string, { set, also, asked, said, status }: Change): Promise<Done> {
  const { vault, at } = act.admission
  const task = sql`id = ${id} and vault_address = ${lower(vault)} and workspace_task_state.status in ('open', 'snoozed')`
  return perform(act, {
    target: { type: 'task', id },
    asked,
    event: { title: 'A task was changed', description: `Task ${id} ${said}` },
    condition: sql`exists (select 1 from workspace_task_state where ${task} and ${also})`,
    statements: (done) => [
      sql`update workspace_task_state set ${set}, updated_at = ${at} where ${task} and ${done}`,
    ],
    outcome: { status },
    refusal: async () => {
      const row = await act.context.desk.records.task(vault, id)
      if (!row) return new ApiError('workspace_item_not_found', 'payload.taskId: this vault has no such task')
      if (row.status !== 'open' && row.status !== 'snoozed')
        return new ApiError('already_decided', `payload.taskId: it is ${row.status}`)
      return new ApiError(status === 'assigned' ? 'not_a_member' : 'decided_by_approval')
    },
  })
}
