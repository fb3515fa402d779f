/** The time, in milliseconds, in which at least one piece of some kind of work was under way. */
export interface Time {
  ms: number
  /** How many are under way, and since when the first of them is. */
  open: number
  since: number
}

export const noTime = (): Time => ({ ms: 0, open: 0, since: 0 })

/** The same with the number of pieces. */
export type Calls = Time & { calls: number }

export const noCalls = (): Calls => ({ ...noTime(), calls: 0 })

/** The outcome of work, whose time is added: what overlaps counts once. */
export async function timed<T>(time: Time | undefined, work: () => Promise<T>, now = Date.now): Promise<T> {
  if (!time) return work()
  if (time.open++ === 0) time.since = now()
  try {
    return await work()
  } finally {
    if (--time.open === 0) time.ms += now() - time.since
  }
}
