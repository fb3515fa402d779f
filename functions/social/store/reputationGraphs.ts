import { and, eq } from 'drizzle-orm'
import { reputationGraphs as graphs } from '../../../drizzle/feedback.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { stored } from '../../../shared/store/stored.ts'

export type StoredGraphRow = typeof graphs.$inferSelect
type Key = Pick<StoredGraphRow, 'chain' | 'registry' | 'agentId' | 'paramsHash' | 'graphHash'>

/** Graphs that were stored before (drizzle/feedback.ts). Throws store_unavailable. */
export function createReputationGraphs(d1: D1Database) {
  const { orm } = openDatabase(d1)
  const isKey = (key: Key) =>
    and(
      eq(graphs.chain, key.chain),
      eq(graphs.registry, key.registry),
      eq(graphs.agentId, key.agentId),
      eq(graphs.paramsHash, key.paramsHash),
      eq(graphs.graphHash, key.graphHash),
    )
  return {
    find: (key: Key): Promise<StoredGraphRow | null> =>
      stored(async () => (await orm.select().from(graphs).where(isKey(key)).limit(1))[0] ?? null),

    /** Records where a graph is; of several at once the first stays, and all get that one. */
    record: (row: StoredGraphRow): Promise<StoredGraphRow> =>
      stored(async () => {
        const [, [kept]] = await orm.batch([
          orm.insert(graphs).values(row).onConflictDoNothing(),
          orm.select().from(graphs).where(isKey(row)).limit(1),
        ])
        return kept ?? row
      }),
  }
}
