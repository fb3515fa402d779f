import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { COMPATIBILITY_DATE } from '../../platform/workers.ts'
import { answerRemoteD1, openRemoteD1 } from '../../localnet/steward.ts'

const FOLDER = join(import.meta.dirname, '../../drizzle/migrations')

/** The migrations, oldest first. */
export const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()

interface OpenD1 {
  readonly d1: D1Database
  close(): Promise<void>
}

/** Applies some migrations in order. */
export async function applyMigrations(d1: D1Database, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const statements = readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint')
    await d1.batch(statements.map((statement) => d1.prepare(statement.trim())))
  }
}

/** A database of workerd's own, empty. */
export async function openWorkerdD1(): Promise<OpenD1> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: `${answerRemoteD1}
export default { fetch: (request, { DB }) => answerRemoteD1(request, DB) }`,
      compatibilityDate: COMPATIBILITY_DATE,
      cf: false,
      d1Databases: { DB: 'test' },
    }),
  )
  return { d1: openRemoteD1(await miniflare.ready), close: () => miniflare.dispose() }
}

/** The same with some of the migrations applied. */
export async function openMigratedD1(migrations: readonly string[]): Promise<OpenD1> {
  const opened = await openWorkerdD1()
  await applyMigrations(opened.d1, migrations)
  return opened
}
