/** Sets the alarm at which expired rows are deleted, `everyMs` from now, unless one is set. */
export async function pruneSoon(storage: DurableObjectStorage, everyMs: number): Promise<void> {
  if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + everyMs)
}
