import { ApiError } from '../../../shared/errors/ApiError.ts'

/** Does synchronous work that holds up the isolate. `bytes` is what it keeps in memory while it waits. */
export type InTurn = <T>(bytes: number, work: () => T) => Promise<T>

const MAX_WAITING = 64
const MAX_BYTES = 8 * 1024 * 1024
/** A request that is cut off leaves its place behind; nobody waits for one longer than this. */
const PATIENCE_MS = 5000

interface Place {
  readonly bytes: number
  readonly until: number
  readonly done: Promise<void>
}

/**
 * One piece of work at a time, and a turn of the event loop before each, in which other requests go on. A place in the
 * queue is bounded in number and in bytes: past that it throws renderer_busy.
 */
export function createTurns(now: () => number): InTurn {
  const places = new Set<Place>()

  return async (bytes, work) => {
    const time = now()
    for (const place of places) if (time >= place.until) places.delete(place)
    const waiting = [...places]
    const held = waiting.reduce((sum, place) => sum + place.bytes, 0)
    if (waiting.length >= MAX_WAITING || (waiting.length > 0 && held + bytes > MAX_BYTES))
      throw new ApiError('renderer_busy')

    let leave = (): void => undefined
    const done = new Promise<void>((resolve) => {
      leave = resolve
    })
    const place = { bytes, until: time + PATIENCE_MS * (waiting.length + 1), done }
    places.add(place)
    try {
      const before = waiting.at(-1)
      if (before) await within(PATIENCE_MS * waiting.length, before.done)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return work()
    } finally {
      places.delete(place)
      leave()
    }
  }
}

/** Waits for a promise, but not longer. */
async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([promise, late])
  clearTimeout(timer)
}
