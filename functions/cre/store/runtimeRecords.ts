import { and, desc, eq, sql } from 'drizzle-orm'
import { runtimeRecords } from '../../../drizzle/runtime.ts'
import type { Database } from '../../../shared/store/database.ts'

/** An output of a workflow; `payload` is RFC 8785 text, `createdAt` unix seconds. */
export type RuntimeRecord = typeof runtimeRecords.$inferSelect

export interface RuntimeRecordQuery {
  readonly kind?: string | undefined
  readonly workflow?: string | undefined
  readonly limit: number
}

/** The most rows that one run of the retention rule deletes. */
const ROWS = 1000

export function createRuntimeRecords({ orm, batch }: Database) {
  return {
    /** Stores a record unless its key exists. `conflict`: it exists with a different payload. */
    async put(record: Omit<RuntimeRecord, 'id'>): Promise<'inserted' | 'present' | 'conflict'> {
      const [inserted, [present]] = await orm.batch([
        orm.insert(runtimeRecords).values(record).onConflictDoNothing().returning({ id: runtimeRecords.id }),
        orm
          .select({ payload: runtimeRecords.payload })
          .from(runtimeRecords)
          .where(
            and(
              eq(runtimeRecords.workflow, record.workflow),
              eq(runtimeRecords.kind, record.kind),
              eq(runtimeRecords.idempotencyKey, record.idempotencyKey),
            ),
          ),
      ])
      if (inserted.length > 0) return 'inserted'
      return present?.payload === record.payload ? 'present' : 'conflict'
    },

    async newest({ kind, workflow, limit }: RuntimeRecordQuery): Promise<RuntimeRecord[]> {
      return orm
        .select()
        .from(runtimeRecords)
        .where(
          and(
            kind === undefined ? undefined : eq(runtimeRecords.kind, kind),
            workflow === undefined ? undefined : eq(runtimeRecords.workflow, workflow),
          ),
        )
        .orderBy(desc(runtimeRecords.createdAt), desc(runtimeRecords.id))
        .limit(limit)
    },

    /** Deletes records from before `cutoff` (unix seconds) if there is a newer one of their workflow and kind. */
    async prune(cutoff: number): Promise<void> {
      await batch([
        sql`delete from cre_runtime_records where id in (
          select old.id from cre_runtime_records old where old.created_at < ${cutoff} and exists (
            select 1 from cre_runtime_records newer where newer.kind = old.kind and newer.workflow = old.workflow
            and (newer.created_at, newer.id) > (old.created_at, old.id))
          order by old.created_at, old.id limit ${ROWS})`,
      ])
    },
  }
}
