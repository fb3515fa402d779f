import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

type Columns = Readonly<Record<string, SQLiteColumn>>

/** The columns of a table by their names here, without some. */
export function columnsOf<T extends SQLiteTable, K extends keyof T['_']['columns'] & string>(
  table: T,
  ...without: readonly K[]
): Columns {
  const all = Object.entries(getTableColumns(table))
  return Object.fromEntries(all.filter(([name]) => !without.some((one) => one === name)))
}

/** A list of columns for `select` or `returning`, whose rows have the names of here. */
export const listed = (columns: Columns): SQL =>
  sql.raw(
    Object.entries(columns)
      .map(([name, column]) => `"${column.name}" as "${name}"`)
      .join(', '),
  )
