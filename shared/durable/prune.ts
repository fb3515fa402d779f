/** Sets the alarm at which expired rows are deleted, `everyMs` from now, unless one is set. */
export async function pruneSoon(storage: DurableObjectStorage, everyMs: number): Promise<void> {
  if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + everyMs)
}

/** Deletes the expired rows of a table (`expires_at` in unix seconds); if any rows remain, repeats in `everyMs`. */
export async function pruneExpired(storage: DurableObjectStorage, table: string, everyMs: number): Promise<void> {
  storage.sql.exec(`DELETE FROM ${table} WHERE expires_at <= ?`, unixSeconds())
  if (storage.sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0) await pruneSoon(storage, everyMs)
}

export const unixSeconds = (): number => Math.floor(Date.now() / 1000)
