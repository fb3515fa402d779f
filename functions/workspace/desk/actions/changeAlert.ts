import { sql } from 'drizzle-orm'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { lower } from '../../../../shared/text/lower.ts'
import { type Act, type Done, type PayloadOf, perform } from './perform.ts'

/** From which states an alert comes to each. */
const FROM = { acknowledged: sql.raw(`('open')`), resolved: sql.raw(`('open', 'acknowledged')`) } as const

/** Acknowledges an open alert, or resolves one. Throws what perform throws, workspace_item_not_found, already_decided. */
export function changeAlert(
  { alertId }: PayloadOf<'alert.resolve'>,
  status: keyof typeof FROM,
  act: Act,
): Promise<Done> {
  const { vault, at } = act.admission
  const alert = sql`id = ${alertId} and vault_address = ${lower(vault)} and status in ${FROM[status]}`
  const time = status === 'resolved' ? sql`resolved_at` : sql`acknowledged_at`
  return perform(act, {
    target: { type: 'alert', id: String(alertId) },
    asked: { alertId, status },
    event: { title: `An alert was ${status}`, description: `Alert ${alertId} was ${status}` },
    condition: sql`exists (select 1 from workspace_alert_events where ${alert})`,
    statements: (done) => [
      sql`update workspace_alert_events set status = ${status}, ${time} = ${at} where ${alert} and ${done}`,
    ],
    outcome: { status },
    refusal: async () => {
      const row = await act.context.desk.records.alert(vault, alertId)
      return row
        ? new ApiError('already_decided', `payload.alertId: it is ${row.status}`)
        : new ApiError('workspace_item_not_found', 'payload.alertId: this vault has no such alert')
    },
  })
}
