import { ApiError } from '../errors/ApiError.ts'

/** Takes a place, and returns what gives it back. Throws upload_busy while all are taken. */
export type Gate = () => () => void

/**
 * So many places in an isolate, for work that holds much memory. A request that was cancelled cannot give its place back:
 * after `mostMs` it is free again, and whoever has it must have ended by then.
 */
export function createGate({ places, mostMs, now }: { places: number; mostMs: number; now: () => number }): Gate {
  const taken = new Set<{ readonly until: number }>()
  return () => {
    const time = now()
    for (const place of taken) if (time >= place.until) taken.delete(place)
    if (taken.size >= places) throw new ApiError('upload_busy')
    const place = { until: time + mostMs }
    taken.add(place)
    return () => void taken.delete(place)
  }
}
