import { waitFor } from './waitFor.ts'

/** Gives a place back; more than once does nothing. */
export type Leave = () => void

export interface Semaphore {
  /** A place at once; undefined if none is free. */
  take(): Leave | undefined
  /**
   * A place, in the order of asking; from when the signal fires it is not waited for, but gone on without one. Undefined if
   * too many wait, or what waits keeps too many `bytes` in memory.
   */
  wait(options?: { readonly bytes?: number; readonly signal?: AbortSignal }): Promise<Leave | undefined>
}

interface Options {
  /** How many may be in at once. */
  readonly places: number
  /** How long one is in at most; whoever has a place must have ended by then. */
  readonly mostMs: number
  readonly now: () => number
  /** The most that are in or wait, and the bytes that they keep together; one alone may keep more. */
  readonly most?: number
  readonly mostBytes?: number
}

interface Place {
  readonly bytes: number
  readonly until: number
}

/**
 * So many places in an isolate, or in an object, with a line before them. A request that is cut off gives nothing back, in
 * the line neither: `mostMs` after its turn its place is free again.
 */
export function createSemaphore({ places, mostMs, now, most = Infinity, mostBytes = Infinity }: Options): Semaphore {
  // In the order of asking: the first of them are in, the others wait.
  const line = new Set<Place>()

  function stand(bytes: number): Place {
    const place = { bytes, until: now() + mostMs * (1 + Math.floor(line.size / places)) }
    line.add(place)
    return place
  }

  function forgetLost(): void {
    for (const place of line) if (now() >= place.until) line.delete(place)
  }

  /** Whether it is among the first; one that has waited for all before it goes on too. */
  function isIn(place: Place): boolean {
    let before = 0
    for (const other of line) {
      if (other === place) return true
      if (now() >= other.until) line.delete(other)
      else if (++before >= places) return false
    }
    return true
  }

  return {
    take() {
      forgetLost()
      if (line.size >= places) return undefined
      const place = stand(0)
      return () => void line.delete(place)
    },
    async wait({ bytes = 0, signal } = {}) {
      forgetLost()
      const kept = [...line].reduce((sum, place) => sum + place.bytes, bytes)
      if (line.size >= most || (line.size > 0 && kept > mostBytes)) return undefined
      const place = stand(bytes)
      await waitFor(() => isIn(place) || signal?.aborted || undefined, Infinity)
      if (!isIn(place)) line.delete(place)
      return () => void line.delete(place)
    },
  }
}
