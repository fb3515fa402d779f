import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { faultOf, noteKept } from './keepAnswer.ts'
import { timedD1 } from './timedD1.ts'

/**
 * D1 with Drizzle's builders, and batches that accept any SQL: Drizzle's own batch rejects raw statements with
 * parameters.
 */
export type Database = ReturnType<typeof openDatabase>

const dialect = new SQLiteAsyncDialect()

export function openDatabase(binding: D1Database) {
  const d1 = timedD1(binding)
  async function transact<T>(statements: readonly SQL[]): Promise<{ rows: T[]; changes: number }[]> {
    if (statements.length === 0) return []
    const prepared = statements.map((statement) => {
      const query = dialect.sqlToQuery(statement)
      return d1.prepare(query.sql).bind(...query.params)
    })
    const answers = await d1.batch<T>(prepared).catch((error: unknown) => Promise.reject(faultOf(statements, error)))
    return answers.map(({ results, meta }, i) => {
      const statement = statements[i]
      if (statement) noteKept(statement, results)
      return { rows: results, changes: meta.changes }
    })
  }
  return {
    orm: drizzle(d1),
    /** All or nothing, in one transaction; returns how many rows each statement changed, and which it read. */
    transact,
    /** The same for statements that read nothing. */
    batch: async (statements: readonly SQL[]): Promise<number[]> =>
      (await transact(statements)).map(({ changes }) => changes),
  }
}

const CHUNK = { rows: 500, characters: 400_000 }

/**
 * Rows as JSON arrays: one bound parameter of json_each holds many rows, while D1 binds at most 100 parameters of 2 MB
 * each.
 */
export function jsonChunks(rows: readonly unknown[]): string[] {
  const chunks: string[] = []
  let chunk: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (chunk.length === CHUNK.rows || (chunk.length > 0 && characters + text.length > CHUNK.characters)) {
      chunks.push(`[${chunk.join()}]`)
      chunk = []
      characters = 0
    }
    chunk.push(text)
    characters += text.length
  }
  return chunk.length > 0 ? [...chunks, `[${chunk.join()}]`] : chunks
}

/** Statements that store whole rows in a table, replacing those with the same key, while `guard` holds. */
export function putRows<T extends SQLiteTable>(
  table: T,
  rows: readonly T['$inferSelect'][],
  guard: SQL = sql`true`,
): SQL[] {
  const columns = Object.entries(getTableColumns(table))
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  const values = sql.join(
    columns.map(([key]) => sql`value ->> ${sql.raw(`'${key}'`)}`),
    sql`, `,
  )
  return jsonChunks(rows).map(
    (json) => sql`insert or replace into ${table} (${names}) select ${values} from json_each(${json}) where ${guard}`,
  )
}

/** The condition under which a write still matches the state of the index that its caller read. */
export const revisionIs = (chain: number, revision: number): SQL =>
  sql`(select revision from chains where id = ${chain}) = ${revision}`
