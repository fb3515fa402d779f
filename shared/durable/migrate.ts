/** A change of what an object holds: SQL statements, or code that awaits nothing where SQL is not enough. */
export type Step = string | ((storage: DurableObjectStorage) => void)

/**
 * Brings what a Durable Object holds to the shape that the code expects: applies, in order and in one transaction, the
 * steps that it has not had. Call it in the constructor. Where a step fails, nothing has changed and the object answers
 * nothing. A step that has been deployed is never edited: a change is one more step. Step 1 also meets objects from
 * before there were versions, so it creates only what is missing.
 *
 * Throws an Error where newer code has been here: older code would overwrite what it does not know, so that callers get
 * store_unavailable until the newer code is back.
 */
export function migrate(storage: DurableObjectStorage, steps: readonly Step[]): void {
  const version = versionOf(storage.sql)
  if (version === steps.length) return
  if (version > steps.length)
    throw new Error(`the object holds version ${version} and this code knows ${steps.length}: deploy the newer code`)
  storage.transactionSync(() => {
    for (const step of steps.slice(version)) {
      if (typeof step === 'string') storage.sql.exec(step)
      else step(storage)
    }
    storage.sql.exec(VERSION_TABLE)
    storage.sql.exec('INSERT OR REPLACE INTO version (id, version) VALUES (0, ?)', steps.length)
  })
}

const VERSION_TABLE =
  'CREATE TABLE IF NOT EXISTS version (id INTEGER PRIMARY KEY CHECK (id = 0), version INTEGER NOT NULL)'

/** How many steps an object has had: 0 for a new one, and for one from before there were versions. */
function versionOf(sql: SqlStorage): number {
  const isThere = sql.exec(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'version'`).toArray().length > 0
  if (!isThere) return 0
  return sql.exec<{ version: number }>('SELECT version FROM version WHERE id = 0').toArray()[0]?.version ?? 0
}
