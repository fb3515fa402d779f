/** The pauses between two looks: while an answer may come soon, and later. */
const LOOK_MS = 3
const SOON_MS = 2000
const LATE_LOOK_MS = 20
/** With more waits in an isolate, each looks less often, so that together they cost no more. */
const MOST_LOOKING = 256

/** Over how long the number of waits is measured, in milliseconds. */
const WINDOW_MS = 100

// Waits under way, estimated from recent sleep time: a request that is cut off stops sleeping, and reports nothing.
let waiting = 0
let sleptMs = 0
let windowAt = 0

function noteSleep(ms: number): void {
  const now = Date.now()
  if (now - windowAt >= WINDOW_MS) {
    waiting = sleptMs / (now - windowAt)
    sleptMs = 0
    windowAt = now
  }
  sleptMs += ms
}

/**
 * Waits until `look` finds a value that another request of this isolate leaves behind, for at most `mostMs`; undefined if it
 * finds nothing.
 *
 * It looks by timers of its own request. A promise of another request would be settled in that one's I/O context: the
 * runtime warns of that, and drops the continuation if that request has ended.
 */
export async function waitFor<T>(look: () => T | undefined, mostMs: number): Promise<T | undefined> {
  let found = look()
  for (let waited = 0; found === undefined && waited < mostMs;) {
    const often = (waited < SOON_MS ? LOOK_MS : LATE_LOOK_MS) * Math.max(1, Math.ceil(waiting / MOST_LOOKING))
    const pause = Math.min(mostMs - waited, often)
    noteSleep(pause)
    await new Promise((resolve) => setTimeout(resolve, pause))
    waited += pause
    found = look()
  }
  return found
}
