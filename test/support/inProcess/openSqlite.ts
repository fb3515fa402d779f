import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** Limits of SQLite in Workers (`SqliteDatabase::setupSecurity` of workerd); test/inProcess holds them against it. */
export const LIMITS = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  vdbeOp: 25_000,
  functionArg: 32,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
} as const

export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly unknown[][]
  /** Rows that it wrote; 0 of a read. */
  readonly changes: number
}

/** A database in this process, within the limits of Workers. */
export interface Sqlite {
  run(text: string, values: readonly SQLInputValue[]): Rows
  /** Several statements at once, without values and results. */
  exec(text: string): void
  /** The whole database, to open another one with. */
  copy(): Uint8Array
}

const READS = /^\s*select\b/i
/** After these, a statement has other columns than when it was compiled. */
const CHANGES_TABLES = /^\s*(alter|create|drop)\b/im

interface Compiled {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

/** A new database, or one with all that a copy has. */
export function openSqlite(copy?: Uint8Array): Sqlite {
  const database = new DatabaseSync(':memory:', { limits: LIMITS })
  if (copy) database.deserialize(copy)
  const compiled = new Map<string, Compiled>()
  const compile = (text: string): Compiled => {
    const known = compiled.get(text)
    if (known) return known
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    const made = { statement, columns: statement.columns().map(({ name }) => name) }
    if (CHANGES_TABLES.test(text)) compiled.clear()
    else compiled.set(text, made)
    return made
  }
  let total: StatementSync | undefined
  const changed = () => Number((total ??= database.prepare('SELECT total_changes() AS n')).get()?.['n'])
  return {
    run(text, values) {
      const { statement, columns } = compile(text)
      if (columns.length === 0) return { columns, rows: [], changes: Number(statement.run(...values).changes) }
      const before = READS.test(text) ? undefined : changed()
      // `setReturnArrays` makes rows arrays.
      const rows: unknown[] = statement.all(...values)
      return {
        columns,
        rows: rows.filter((row) => Array.isArray(row)),
        changes: before === undefined ? 0 : changed() - before,
      }
    },
    exec(text) {
      if (CHANGES_TABLES.test(text)) compiled.clear()
      database.exec(text)
    },
    copy: () => database.serialize(),
  }
}
