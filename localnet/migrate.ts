import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const migrationsDir = path.resolve(import.meta.dirname, '../drizzle/migrations')

/** The part of D1 that applying migrations needs. */
interface Database {
  prepare(
    sql: string,
  ): { bind(...values: unknown[]): Statement; all(): Promise<{ results: Record<string, unknown>[] }> } & Statement
  batch(statements: Statement[]): Promise<unknown>
}
interface Statement {
  run(): Promise<unknown>
}

const TABLE =
  'CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)'

/**
 * Applies the migrations that a database lacks, each in one batch with its entry in the table that wrangler also uses.
 */
export async function migrate(db: Database): Promise<void> {
  await db.prepare(TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all()
  const done = new Set(results.map((row) => row['name']))
  const files = (await readdir(migrationsDir)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files.filter((name) => !done.has(name))) {
    const statements = (await readFile(path.join(migrationsDir, file), 'utf8'))
      .split('--> statement-breakpoint')
      .map((sql) => db.prepare(sql.trim()))
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations(name) VALUES (?)').bind(file)])
  }
}
