import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { faultOf, noteKept } from './keepAnswer.ts'
import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'
import { hasDistinctColumns, isRead, joinedRead } from './joinReads.ts'

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

interface Original {
  readonly statement: D1PreparedStatement
  readonly query: string
}

/** D1 whose time is counted for the request that uses it, and whose concurrent reads go in one batch. */
function timedD1(d1: D1Database): D1Database {
  const originals = new WeakMap<D1PreparedStatement, Original>()
  const waited = <T>(work: () => Promise<T>): Promise<T> => timed(requestScope.getStore()?.store, work)

  /** How a method of a statement asks the database; undefined for one that does not. */
  function askingOf({ statement, query }: Original, name: string | symbol) {
    const joined = () => waited(() => joinedRead(d1, statement))
    switch (name) {
      case 'all':
        return isRead(query) ? joined : () => waited(() => statement.all())
      case 'raw':
        // No caller needs column names.
        return isRead(query) && hasDistinctColumns(query)
          ? () => joined().then(({ results }) => results.map((row) => Object.values(Object(row))))
          : () => waited(() => statement.raw())
      case 'first':
        return (column: string) => waited(() => statement.first(column))
      case 'run':
        return () => waited(() => statement.run())
      default:
        return undefined
    }
  }

  function timedStatement(original: Original): D1PreparedStatement {
    const { query } = original
    const proxy: D1PreparedStatement = new Proxy(original.statement, {
      get(target, name) {
        if (name === 'bind')
          return (...values: unknown[]) => timedStatement({ statement: target.bind(...values), query })
        return askingOf(original, name) ?? Reflect.get(target, name)
      },
    })
    originals.set(proxy, original)
    return proxy
  }

  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => timedStatement({ statement: target.prepare(query), query })
      // A batch reads the statements themselves.
      if (name === 'batch') return (statements: D1PreparedStatement[]) => waited(() => sendBatch(statements))
      const method: unknown = Reflect.get(target, name)
      return typeof method === 'function' ? (...given: unknown[]) => Reflect.apply(method, target, given) : method
    },
  })

  function sendBatch(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    const own = statements.map((proxy) => originals.get(proxy) ?? { statement: proxy, query: '' })
    return own.every(({ query }) => isRead(query))
      ? Promise.all(own.map(({ statement }) => joinedRead(d1, statement)))
      : d1.batch(own.map(({ statement }) => statement))
  }
}
