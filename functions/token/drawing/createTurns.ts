import { ApiError } from '../../../shared/errors/ApiError.ts'
import { waitFor } from '../../../shared/cache/waitFor.ts'

/** Does synchronous work that blocks the isolate. `bytes` is how much it keeps in memory while it waits. */
export type InTurn = <T>(bytes: number, work: () => T) => Promise<T>

const MAX_WAITING = 64
const MAX_BYTES = 8 * 1024 * 1024
/** A cancelled request leaves its place in the queue behind; nobody waits for such a place longer than this. */
const PATIENCE_MS = 5000

interface Place {
  readonly bytes: number
  readonly until: number
  isDone: boolean
}

/**
 * One piece of work at a time, with a turn of the event loop before each, in which other requests go on. The queue is
 * bounded in number and in bytes: beyond that it throws renderer_busy.
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

    const place: Place = { bytes, until: time + PATIENCE_MS * (waiting.length + 1), isDone: false }
    places.add(place)
    try {
      const before = waiting.at(-1)
      if (before) await waitFor(() => before.isDone || undefined, PATIENCE_MS * waiting.length)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return work()
    } finally {
      places.delete(place)
      place.isDone = true
    }
  }
}
