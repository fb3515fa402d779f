import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { type AlertEnd, changingAlert } from '../../store/workspaceItems.ts'
import { type ActionRequest, type Done, type PayloadOf, applyPlan } from './applyPlan.ts'

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
