/** A change to what an object stores: SQL statements, or synchronous code if SQL is not enough. */
export type Step = string | ((storage: DurableObjectStorage) => void)

/**
 * Brings the data of a Durable Object to the version that the code expects: applies the missing steps in order and in
 * one transaction. Call it in the constructor. If a step fails, nothing has changed and the object does not answer. A
 * deployed step is never edited: a change is one more step. Step 1 also runs on objects from before there were
 * versions, so it creates only what is missing.
 *
 * Throws an Error if newer code has run here: older code would overwrite data that it does not know, so callers get
 * store_unavailable until the newer code is back.
 */
export function migrate(storage: DurableObjectStorage, steps: readonly Step[]): void {
  const version = versionOf(storage.sql)
  if (version === steps.length) return
  if (version > steps.length)
    throw new Error(
      `the object has version ${version}, but this code supports only ${steps.length}: deploy the newer code`,
    )
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

/** How many steps have been applied to an object: 0 for a new one, and for one from before there were versions. */
function versionOf(sql: SqlStorage): number {
  const isThere = sql.exec(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'version'`).toArray().length > 0
  if (!isThere) return 0
  return sql.exec<{ version: number }>('SELECT version FROM version WHERE id = 0').toArray()[0]?.version ?? 0
}
