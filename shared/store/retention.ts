import { type SQL, sql } from 'drizzle-orm'
import { openStoredDatabase } from './StoredDatabase.ts'

/** The most rows that a rule deletes at once, so that a run stays short; the next one continues. */
const MOST = 500

/** The statement of a retention rule: deletes rows of a table for which a condition holds, some at a time. */
export const deleteSome = (table: string, condition: SQL, most = MOST): SQL =>
  sql`delete from ${sql.identifier(table)} where rowid in (
    select rowid from ${sql.identifier(table)} where ${condition} limit ${most})`

/** Applies retention rules, in one transaction. Throws store_unavailable. */
export const prune = (d1: D1Database, rules: readonly SQL[]): Promise<number[]> => openStoredDatabase(d1).batch(rules)
