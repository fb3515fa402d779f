import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The owner of rows: an account's id, and sub-queries of its wallets and of its chat users. */
export interface Owner {
  readonly profile: SQL
  readonly wallets: SQL
  readonly chatappUsers: SQL
}

/** Rows of a table that are about one account. */
export interface PersonalData {
  readonly table: SQLiteTable
  readonly isOf: (owner: Owner) => SQL
  /** How the rows are exported; absent if they belong to another person. */
  readonly shown?: {
    /** Section of the export. */
    readonly as: string
    /** Text that describes the deleted rows; absent for rows that stay, which have a reason instead. */
    readonly what?: string
    readonly columns: Readonly<Record<string, SQLiteColumn>>
  }
  /**
   * `at once`: deleted with the account; `later`: possibly very many, so deleted in parts after it; otherwise the rows stay,
   * for this reason.
   */
  readonly onDeletion: 'at once' | 'later' | { readonly staysBecause: string }
}

/** Rows whose column names the owner. */
export const by =
  (column: SQLiteColumn, key: keyof Owner) =>
  (owner: Owner): SQL =>
    sql`${column} in (${owner[key]})`
