import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const toInput = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`D1 binds no ${typeof value} here`)
}

/** A database of this process, as D1 shows one: for tests that ask thousands of times what SQL alone answers. */
export function openMemoryD1(): D1Database {
  const database = new DatabaseSync(':memory:')
  const compiled = new Map<string, StatementSync>()
  const compile = (text: string): StatementSync => {
    const known = compiled.get(text) ?? database.prepare(text)
    compiled.set(text, known)
    return known
  }
  const meta = (changes: number) => ({
    changes,
    duration: 0,
    size_after: 0,
    rows_read: 0,
    rows_written: 0,
    last_row_id: 0,
    changed_db: changes > 0,
  })
  const unused = () => {
    throw new Error('no test uses it')
  }

  class MemoryStatement implements D1PreparedStatement {
    readonly text: string
    readonly values: readonly SQLInputValue[]

    constructor(text: string, values: readonly SQLInputValue[] = []) {
      this.text = text
      this.values = values
    }

    bind(...values: unknown[]): D1PreparedStatement {
      return new MemoryStatement(this.text, values.map(toInput))
    }

    execute() {
      const statement = compile(this.text)
      const reads = statement.columns().length > 0
      const rows = reads ? statement.all(...this.values) : []
      const changes = reads ? 0 : Number(statement.run(...this.values).changes)
      // What comes back from a real one has been JSON as well.
      return { success: true as const, results: JSON.parse(JSON.stringify(rows)), meta: meta(changes) }
    }

    async all() {
      return this.execute()
    }

    run() {
      return this.all()
    }

    async first(column?: string) {
      const [row = null] = this.execute().results
      return column === undefined ? row : row?.[column]
    }

    async raw() {
      const { results } = this.execute()
      return results.map((row: object) => Object.values(row))
    }
  }

  return {
    prepare: (text) => new MemoryStatement(text),
    async batch(statements) {
      database.exec('begin')
      try {
        const answers = statements.map((statement) => {
          if (!(statement instanceof MemoryStatement)) throw new TypeError('a statement of another database')
          return statement.execute()
        })
        database.exec('commit')
        return answers
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    async exec(text) {
      database.exec(text)
      return { count: 1, duration: 0 }
    },
    withSession: unused,
    dump: unused,
  }
}
