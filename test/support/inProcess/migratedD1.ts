import * as z from 'zod'
import { migrate } from '../../../localnet/migrate.ts'
import { openD1 } from './openD1.ts'

const Made = z.object({ sql: z.string() })
let schema: Promise<string> | undefined

/** A new database with all migrations applied: what they come to is made at once. */
export async function migratedD1(): Promise<D1Database> {
  return openD1(await (schema ??= migratedSchema()))
}

async function migratedSchema(): Promise<string> {
  const d1 = openD1()
  await migrate(d1)
  const { results } = await d1
    .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY rowid")
    .all()
  return results.map((row) => `${Made.parse(row).sql};`).join('\n')
}
