import { type SQL, sql } from 'drizzle-orm'
import { type actions, IN_FLIGHT } from '../../drizzle/runtime.ts'

/** An action for keepers; `action` is a JSON object as text. */
export type NewAction = Pick<
  typeof actions.$inferSelect,
  'vaultAddress' | 'groupId' | 'actionType' | 'action' | 'dedupeKey'
>

export const inFlight = sql.raw(`status in (${IN_FLIGHT.map((status) => `'${status}'`).join(', ')})`)

/**
 * The statement that enqueues an action at a time (unix seconds) where `condition` holds, for a batch with what it belongs to.
 * It does nothing while an action of the same dedupe key is in flight.
 */
export const enqueueAction = (action: NewAction, at: number, condition: SQL = sql`true`): SQL =>
  sql`insert into actions
    (vault_address, group_id, action_type, action, dedupe_key, status, created_at, updated_at)
    select ${action.vaultAddress}, ${action.groupId}, ${action.actionType}, ${action.action},
      ${action.dedupeKey}, 'pending', ${at}, ${at}
    where ${condition}
    on conflict (dedupe_key) where ${inFlight} do nothing`
