import { getTableName, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabase, type Database } from './database.ts'
import { deleteSome, prune } from './retention.ts'
import { stored } from './stored.ts'

/** A kind of event that clients report: its table, how one is inserted, and the days for which it is kept. */
interface Kind<E> {
  readonly table: SQLiteTable
  readonly insert: (orm: Database['orm'], event: E) => PromiseLike<unknown>
  readonly days: number
}

/** Events that clients report, in D1. Every method throws store_unavailable. */
export function createTelemetry<E>(d1: D1Database, { table, insert, days }: Kind<E>) {
  const { orm } = openDatabase(d1)
  return {
    async add(event: E): Promise<void> {
      await stored(async () => insert(orm, event))
    },
    /** Applies the retention rule; `now` in unix seconds. */
    prune: (now: number): Promise<unknown> =>
      prune(d1, [deleteSome(getTableName(table), sql`created_at < ${now - days * 86_400}`)]),
  }
}
