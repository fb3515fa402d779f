import type { SQL } from 'drizzle-orm'
import { openDatabase, type Database } from './database.ts'
import { stored } from './stored.ts'

/** D1 for statements of one's own, each of which throws store_unavailable. */
export interface StoredDatabase {
  readonly orm: Database['orm']
  /** The rows of a query. */
  all<T>(query: SQL): Promise<T[]>
  /** As those of Database. */
  transact<T>(statements: readonly SQL[]): Promise<{ rows: T[]; changes: number }[]>
  batch(statements: readonly SQL[]): Promise<number[]>
}

export function openStoredDatabase(d1: D1Database): StoredDatabase {
  const { orm, transact, batch } = openDatabase(d1)
  return {
    orm,
    all: (query) => stored(() => orm.all(query)),
    transact: <T>(statements: readonly SQL[]) => stored(() => transact<T>(statements)),
    batch: (statements) => stored(() => batch(statements)),
  }
}
