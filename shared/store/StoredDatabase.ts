import type { SQL } from 'drizzle-orm'
import { openDatabase, type Database } from './database.ts'
import { stored } from './stored.ts'

/** D1 for statements of a caller; each throws store_unavailable. */
export interface StoredDatabase {
  readonly orm: Database['orm']
  all<T>(query: SQL): Promise<T[]>
  /** As those of Database. */
  transact<T>(statements: readonly SQL[]): Promise<{ rows: T[]; changes: number }[]>
  batch(statements: readonly SQL[]): Promise<number[]>
  /** The first row that a query finds after some statements, in their transaction; null if it finds none. */
  thenFirst<T>(statements: readonly SQL[], query: SQL): Promise<T | null>
}

export function openStoredDatabase(d1: D1Database): StoredDatabase {
  const { orm, transact, batch } = openDatabase(d1)
  return {
    orm,
    all: (query) => stored(() => orm.all(query)),
    transact: <T>(statements: readonly SQL[]) => stored(() => transact<T>(statements)),
    batch: (statements) => stored(() => batch(statements)),
    thenFirst: async <T>(statements: readonly SQL[], query: SQL) =>
      (await stored(() => transact<T>([...statements, query]))).at(-1)?.rows[0] ?? null,
  }
}
