import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { type AlertEnd, changingAlert } from '../../store/workspaceItems.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'

/** Acknowledges an open alert, or resolves one. Throws what perform throws, workspace_item_not_found, already_decided. */
export function changeAlert({ alertId: id }: PayloadOf<'alert.resolve'>, status: AlertEnd, act: Act): Promise<Done> {
  const { vault, at } = act.admission
  return perform(act, {
    target: { type: 'alert', id: String(id) },
    asked: { alertId: id, status },
    event: { title: `An alert was ${status}`, description: `Alert ${id} was ${status}` },
    steps: changingAlert({ vault, id, at }, status),
    outcome: { status },
    refusal: async () => {
      const row = await act.context.desk.records.alert(vault, id)
      return row
        ? new ApiError('already_decided', `payload.alertId: it is ${row.status}`)
        : new ApiError('workspace_item_not_found', 'payload.alertId: this vault has no such alert')
    },
  })
}
