import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Whose rows are meant: an account's id, and sub-queries of its wallets and of its ids in the chat app. */
export interface Owner {
  readonly profile: SQL
  readonly wallets: SQL
  readonly chatappUsers: SQL
}

/** Rows of a table that are about one account. */
export interface PersonalData {
  readonly table: SQLiteTable
  readonly isOf: (owner: Owner) => SQL
  /** How it is exported; absent where the rows are another person's. */
  readonly shown?: {
    /** Section of the export. */
    readonly as: string
    /** What people are told goes with the account; absent for what stays, which has a reason. */
    readonly what?: string
    readonly columns: Readonly<Record<string, SQLiteColumn>>
  }
  /**
   * `at once`: together with the account; `later`: there may be very many, so they go in parts after it; otherwise they
   * stay, for this reason.
   */
  readonly onDeletion: 'at once' | 'later' | { readonly staysBecause: string }
}

/** Rows whose column names the owner. */
export const by =
  (column: SQLiteColumn, key: keyof Owner) =>
  (owner: Owner): SQL =>
    sql`${column} in (${owner[key]})`
