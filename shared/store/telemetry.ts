import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabase, type Database } from './database.ts'
import { stored } from './stored.ts'

/** The most rows that one run deletes; the next one continues. */
const ROWS = 500

/** A kind of event that clients report: its table, how one is inserted, and the days for which it is kept. */
interface Kind<E> {
  readonly table: SQLiteTable & { readonly id: SQLiteColumn; readonly createdAt: SQLiteColumn }
  readonly insert: (orm: Database['orm'], event: E) => PromiseLike<unknown>
  readonly days: number
}

/** Events that clients report, in D1. Every method throws store_unavailable. */
export function createTelemetry<E>(d1: D1Database, { table, insert, days }: Kind<E>) {
  const { orm, batch } = openDatabase(d1)
  const oldest = (cutoff: number): SQL =>
    sql`select ${table.id} from ${table} where ${table.createdAt} < ${cutoff} order by ${table.createdAt} limit ${ROWS}`
  return {
    async add(event: E): Promise<void> {
      await stored(async () => insert(orm, event))
    },
    /** Applies the retention rule; `now` in unix seconds. */
    async prune(now: number): Promise<void> {
      await stored(() => batch([sql`delete from ${table} where ${table.id} in (${oldest(now - days * 86_400)})`]))
    },
  }
}
