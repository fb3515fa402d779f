import { sql } from 'drizzle-orm'
import type { runtimeDecisions } from '../../../drizzle/runtime.ts'
import type { Database } from '../../../shared/store/database.ts'
import { enqueueAction, inFlight, type NewAction } from '../../../shared/store/enqueueAction.ts'
import { deleteSome } from '../../../shared/store/retention.ts'

type DecisionRow = typeof runtimeDecisions.$inferSelect

/** A decision to store; `content` is RFC 8785 text of everything that the key stands for. */
export type NewDecision = Pick<DecisionRow, 'workflow' | 'idempotencyKey' | 'content' | 'correlationId' | 'createdAt'>

export interface StoredDecision extends Pick<DecisionRow, 'status' | 'actionId'> {
  readonly inserted: boolean
}

/** The most rows that one run of the retention rule deletes. */
const ROWS = 1000

export function createRuntimeDecisions({ batch, transact }: Database) {
  return {
    /**
     * Stores a decision and the action that it enqueues, both or neither, unless the decision's key exists. An action
     * whose dedupe key is in flight is not enqueued a second time: the decision then names the one in flight, and is
     * `rejected` if that is a different action. `conflict`: the key exists with different content. Where it `mayStore`
     * nothing new, what is stored under the key is answered all the same; else it is `closed`.
     */
    async put(
      decision: NewDecision,
      action: NewAction | undefined,
      mayStore: boolean,
    ): Promise<StoredDecision | 'conflict' | 'closed'> {
      const { workflow, idempotencyKey, content, correlationId, createdAt } = decision
      const actionId = action
        ? sql`(select id from actions where dedupe_key = ${action.dedupeKey} and ${inFlight})`
        : sql`null`
      const status = action
        ? sql`iif(exists (select 1 from actions where dedupe_key = ${action.dedupeKey} and ${inFlight}
            and vault_address = ${action.vaultAddress} and group_id = ${action.groupId}
            and action_type = ${action.actionType} and action = ${action.action}), 'enqueued', 'rejected')`
        : sql`'stored'`
      const statements = [
        ...(action
          ? [
              enqueueAction(
                action,
                createdAt,
                sql`not exists (select 1 from cre_runtime_decisions
                  where workflow = ${workflow} and idempotency_key = ${idempotencyKey})`,
              ),
            ]
          : []),
        sql`insert into cre_runtime_decisions
          (workflow, idempotency_key, content, status, action_id, correlation_id, created_at)
          values (${workflow}, ${idempotencyKey}, ${content}, ${status}, ${actionId},
            ${correlationId}, ${createdAt})
          on conflict (workflow, idempotency_key) do nothing`,
      ]
      const writes = mayStore ? statements : []
      const results = await transact<Pick<DecisionRow, 'content' | 'status' | 'actionId'>>([
        ...writes,
        sql`select content, status, action_id "actionId" from cre_runtime_decisions
          where workflow = ${workflow} and idempotency_key = ${idempotencyKey}`,
      ])
      const [stored] = results.at(-1)?.rows ?? []
      if (!stored && !mayStore) return 'closed'
      if (stored?.content !== content) return 'conflict'
      return { status: stored.status, actionId: stored.actionId, inserted: mayStore && results.at(-2)?.changes === 1 }
    },

    /** Deletes decisions from before `cutoff` (unix seconds), and actions that ended before it. */
    async prune(cutoff: number): Promise<void> {
      await batch([
        deleteSome('cre_runtime_decisions', sql`created_at < ${cutoff}`, ROWS),
        deleteSome('actions', sql`status in ('executed', 'failed') and updated_at < ${cutoff}`, ROWS),
      ])
    },
  }
}
