import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { type AlertEnd, assigningTask, changingAlert, endingTask, snoozingTask } from '../../store/workspaceItems.ts'
import { type ActionRequest, applyPlan, type Done, type PayloadOf, type Plan } from './applyPlan.ts'

const MONTH = 30 * 86_400

// Each throws what applyPlan throws, workspace_item_not_found, and already_decided for a task that has ended.

/** Closes a task. A task about an approval ends with the approval: decided_by_approval. */
export const endTaskAs = (
  { taskId: id }: PayloadOf<'task.approve'>,
  status: 'approved' | 'rejected',
  actionRequest: ActionRequest,
): Promise<Done> => {
  const { vault, at } = actionRequest.admission
  return change(actionRequest, id, {
    steps: endingTask({ vault, id, at }, status),
    requested: { taskId: id, status },
    reason: `was ${status}`,
    outcome: { status },
  })
}

/** Snoozes a task until a time within 30 days. Throws invalid_request for another time. */
export function snoozeTask(
  { taskId: id, snoozedUntil }: PayloadOf<'task.snooze'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const until = Math.floor(Date.parse(snoozedUntil) / 1000)
  const { vault, at } = actionRequest.admission
  if (until <= at || until > at + MONTH)
    throw new ApiError('invalid_request', 'payload.snoozedUntil: must be in the future, within 30 days')
  return change(actionRequest, id, {
    steps: snoozingTask({ vault, id, at }, until),
    requested: { taskId: id, snoozedUntil },
    reason: `was snoozed until ${snoozedUntil}`,
    outcome: { status: 'snoozed' },
  })
}

/** Assigns a task to a wallet with a role on the vault, or unassigns it. Throws not_a_member. */
export function assignTask(
  { taskId: id, assignee }: PayloadOf<'task.assign'>,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, owner, at } = actionRequest.admission
  return change(actionRequest, id, {
    steps: assigningTask({ vault, id, at }, assignee, owner),
    requested: { taskId: id, assignee },
    reason: assignee === null ? 'was unassigned' : `was assigned to ${assignee}`,
    outcome: { status: 'assigned' },
  })
}

type Change = Pick<Plan, 'steps' | 'requested' | 'outcome'> & { readonly reason: string }

function change(actionRequest: ActionRequest, id: string, { reason, ...plan }: Change): Promise<Done> {
  return applyPlan(actionRequest, {
    ...plan,
    target: { type: 'task', id },
    event: { title: 'Changed a task', description: `Task ${id} ${reason}` },
    refusal: async () => {
      const row = await actionRequest.context.vaults.records.task(actionRequest.admission.vault, id)
      if (!row) return new ApiError('workspace_item_not_found', 'payload.taskId: this vault has no such task')
      if (row.status !== 'open' && row.status !== 'snoozed')
        return new ApiError('already_decided', `payload.taskId: the task is already ${row.status}`)
      return new ApiError(plan.outcome.status === 'assigned' ? 'not_a_member' : 'decided_by_approval')
    },
  })
}

/** Acknowledges an open alert, or resolves one. Throws what applyPlan throws, workspace_item_not_found, already_decided. */
export function changeAlert(
  { alertId: id }: PayloadOf<'alert.resolve'>,
  status: AlertEnd,
  actionRequest: ActionRequest,
): Promise<Done> {
  const { vault, at } = actionRequest.admission
  return applyPlan(actionRequest, {
    target: { type: 'alert', id: String(id) },
    requested: { alertId: id, status },
    event: { title: `An alert was ${status}`, description: `Alert ${id} was ${status}` },
    steps: changingAlert({ vault, id, at }, status),
    outcome: { status },
    refusal: async () => {
      const row = await actionRequest.context.vaults.records.alert(vault, id)
      return row
        ? new ApiError('already_decided', `payload.alertId: the alert is already ${row.status}`)
        : new ApiError('workspace_item_not_found', 'payload.alertId: this vault has no such alert')
    },
  })
}
