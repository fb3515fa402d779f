import type { SQLInputValue } from 'node:sqlite'
import { openSqlite, type Rows, type Sqlite } from './openSqlite.ts'
import { recordStorageCall } from './storageCalls.ts'

/** Converts a bound value as D1 does (D1, type conversion); refuses other types. */
function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (value instanceof Uint8Array) return value
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${String(value)}'`)
}

/** Results pass through JSON: bytes become an array of numbers. */
const toOutput = (value: unknown): unknown => (value instanceof Uint8Array ? [...value] : value)

const failed = (error: unknown): Error =>
  new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`, { cause: error })

/** A database of this process, as D1 shows one. */
export function openD1(database: Sqlite = openSqlite()): D1Database {
  const unused = () => {
    throw new Error('no Worker uses it')
  }
  const meta = (changes: number) => ({
    changes,
    duration: 0,
    size_after: 0,
    rows_read: 0,
    rows_written: changes,
    last_row_id: 0,
    changed_db: changes > 0,
  })

  class Statement {
    readonly text: string
    readonly values: readonly SQLInputValue[]

    constructor(text: string, values: readonly SQLInputValue[] = []) {
      this.text = text
      this.values = values
    }

    bind(...values: unknown[]) {
      return new Statement(this.text, values.map(toInput))
    }

    read(): Rows {
      try {
        return database.run(this.text, this.values)
      } catch (error) {
        throw failed(error)
      }
    }

    result() {
      const { columns, rows, changes } = this.read()
      const results = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, toOutput(row[i])])))
      return { success: true as const, results, meta: meta(changes) }
    }

    // Results come in a later turn, as over a network.
    async all() {
      recordStorageCall('D1', [this.text])
      await Promise.resolve()
      return this.result()
    }

    run() {
      return this.all()
    }

    async first(column?: string) {
      const [row = null] = (await this.all()).results
      if (row === null || column === undefined) return row
      if (!(column in row)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`)
      return row[column]
    }

    async raw({ columnNames = false } = {}) {
      recordStorageCall('D1', [this.text])
      await Promise.resolve()
      const { columns, rows } = this.read()
      const values = rows.map((row) => row.map(toOutput))
      return columnNames ? [columns, ...values] : values
    }
  }

  const opened = {
    prepare: (text: string) => new Statement(text),
    async batch(statements: readonly Statement[]) {
      recordStorageCall(
        'D1',
        statements.map(({ text }) => text),
      )
      await Promise.resolve()
      database.exec('BEGIN')
      try {
        const answers = statements.map((statement) => statement.result())
        database.exec('COMMIT')
        return answers
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    async exec(text: string) {
      database.exec(text)
      return { count: 1, duration: 0 }
    },
    withSession: unused,
    dump: unused,
  }
  if (!isD1(opened)) throw new Error('it lacks a method of D1')
  return opened
}

/** Callers type the results, as with D1. */
const isD1 = (opened: object): opened is D1Database =>
  ['prepare', 'batch', 'exec', 'withSession', 'dump'].every((method) => method in opened)
