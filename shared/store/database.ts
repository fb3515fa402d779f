import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'

/** D1 with Drizzle's builders, and batches that take any SQL: Drizzle's own batch refuses raw statements with parameters. */
export type Database = ReturnType<typeof openDatabase>

const dialect = new SQLiteAsyncDialect()

export function openDatabase(d1: D1Database) {
  return {
    orm: drizzle(d1),
    /** All or nothing, in one transaction; answers how many rows each statement changed. */
    async batch(statements: readonly SQL[]): Promise<number[]> {
      if (statements.length === 0) return []
      const prepared = statements.map((statement) => {
        const query = dialect.sqlToQuery(statement)
        return d1.prepare(query.sql).bind(...query.params)
      })
      return (await d1.batch(prepared)).map((result) => result.meta.changes)
    },
  }
}

/** Rows as JSON arrays of at most 500: one bound parameter of json_each holds many rows, where D1 binds 100 at most. */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = []
  for (let i = 0; i < rows.length; i += 500) chunks.push(JSON.stringify(rows.slice(i, i + 500)))
  return chunks
}

/** Statements that put whole rows into a table, replacing those with the same key, while `guard` holds. */
export function putRows<T extends SQLiteTable>(table: T, rows: readonly T['$inferSelect'][], guard: SQL = sql`true`): SQL[] {
  const columns = Object.entries(getTableColumns(table))
  const names = sql.join(columns.map(([, column]) => sql.identifier(column.name)), sql`, `)
  const values = sql.join(columns.map(([key]) => sql`value ->> ${sql.raw(`'${key}'`)}`), sql`, `)
  return jsonChunks(rows).map((json) => sql`insert or replace into ${table} (${names}) select ${values} from json_each(${json}) where ${guard}`)
}
