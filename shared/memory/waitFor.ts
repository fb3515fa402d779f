/** How often a wait looks: an answer that comes soon is noticed within this time, a late one within the other. */
const LOOK_MS = 3
const SOON_MS = 2000
const LATE_LOOK_MS = 20
/** Waits of an isolate that look so often; with more, each looks less often, so that together they cost no more. */
const MOST_LOOKING = 256

let waiting = 0

/**
 * Waits until `look` finds something that another request of this isolate leaves behind, for at most `mostMs`; undefined if
 * it finds nothing.
 *
 * It looks by timers of its own request. A promise of another request would be settled in that one's I/O context: the
 * runtime warns of that, and drops whoever waits if its own request has ended.
 */
export async function waitFor<T>(look: () => T | undefined, mostMs: number): Promise<T | undefined> {
  let found = look()
  waiting++
  try {
    for (let waited = 0; found === undefined && waited < mostMs;) {
      const often = (waited < SOON_MS ? LOOK_MS : LATE_LOOK_MS) * Math.ceil(waiting / MOST_LOOKING)
      const pause = Math.min(mostMs - waited, often)
      await new Promise((resolve) => setTimeout(resolve, pause))
      waited += pause
      found = look()
    }
    return found
  } finally {
    waiting--
  }
}
