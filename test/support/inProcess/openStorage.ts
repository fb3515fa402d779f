import { deserialize, serialize } from 'node:v8'
import type { SQLInputValue } from 'node:sqlite'
import { openSqlite, type Sqlite } from './openSqlite.ts'

/** The alarm of an object. */
export interface Alarm {
  at: number | null
  set(at: number | null): void
}

const toInput = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQL binds no ${typeof value}`)
}

const toOutput = (value: unknown): unknown => (value instanceof Uint8Array ? value.slice().buffer : value)

/** Several statements in one text: something follows a semicolon. */
const SEVERAL = /;\s*\S/

const KEYS = 'CREATE TABLE IF NOT EXISTS _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID'

/** The storage of one object, as far as ours use it: SQL, keys, an alarm. What is stored is there at once. */
export function openStorage(alarm: Alarm) {
  let database: Sqlite = openSqlite()
  let depth = 0
  let hasKeys = false
  /** Keys have a table of their own, from the first on. */
  const keys = (text: string, values: readonly SQLInputValue[]) => {
    if (!hasKeys) database.exec(KEYS)
    // A table made within a transaction may be rolled back.
    hasKeys ||= depth === 0
    return database.run(text, values)
  }

  function exec(text: string, ...values: unknown[]) {
    if (values.length === 0 && SEVERAL.test(text)) {
      database.exec(text)
      return cursor([], [], 0)
    }
    const { columns, rows, changes } = database.run(text, values.map(toInput))
    return cursor(columns, rows, changes)
  }

  const kv = {
    get(key: string): unknown {
      const [row] = keys('SELECT value FROM _cf_KV WHERE key = ?', [key]).rows
      return row?.[0] instanceof Uint8Array ? deserialize(row[0]) : undefined
    },
    put(key: string, value: unknown): void {
      keys('INSERT OR REPLACE INTO _cf_KV (key, value) VALUES (?, ?)', [key, serialize(value)])
    },
    delete(key: string): boolean {
      return keys('DELETE FROM _cf_KV WHERE key = ?', [key]).changes > 0
    },
  }

  return {
    sql: { exec },
    kv,
    transactionSync<T>(work: () => T): T {
      const name = `nested${depth++}`
      database.exec(`SAVEPOINT ${name}`)
      try {
        const done = work()
        database.exec(`RELEASE ${name}`)
        return done
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)
        throw error
      } finally {
        depth--
      }
    },
    get: async (key: string) => kv.get(key),
    put: async (key: string, value: unknown) => kv.put(key, value),
    delete: async (key: string) => kv.delete(key),
    getAlarm: async () => alarm.at,
    setAlarm: async (at: number | Date) => alarm.set(Number(at)),
    deleteAlarm: async () => alarm.set(null),
    async deleteAll() {
      database = openSqlite()
      hasKeys = false
      alarm.set(null)
    },
  }
}

export type Storage = ReturnType<typeof openStorage>

/** The rows of a query; ours read them to the end at once. */
function cursor(columnNames: readonly string[], rows: readonly unknown[][], rowsWritten: number) {
  const objects = rows.map((row) => Object.fromEntries(columnNames.map((name, i) => [name, toOutput(row[i])])))
  return {
    columnNames,
    rowsRead: rows.length,
    rowsWritten,
    toArray: () => objects,
    one() {
      const [row] = objects
      if (row === undefined || objects.length > 1)
        throw new Error(`Expected exactly one result from SQL query, but got ${row ? 'multiple' : 'no'} results.`)
      return row
    },
    [Symbol.iterator]: () => objects[Symbol.iterator](),
  }
}
