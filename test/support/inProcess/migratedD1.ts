import { migrate } from '../../../localnet/migrate.ts'
import { openD1 } from './openD1.ts'
import { openSqlite } from './openSqlite.ts'

let migrated: Promise<Uint8Array> | undefined

/** A new database with all migrations applied, which is done once a process. */
export async function migratedD1(): Promise<D1Database> {
  return openD1(openSqlite(await (migrated ??= migrateOnce())))
}

async function migrateOnce(): Promise<Uint8Array> {
  const database = openSqlite()
  await migrate(openD1(database))
  return database.copy()
}
