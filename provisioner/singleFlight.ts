import { ApiError } from '../shared/errors/ApiError.ts'

interface Flight<T> {
  readonly content: string
  readonly answer: Promise<T>
}

/**
 * At most one piece of work per key at a time. A caller with the same content meanwhile waits for the same answer; a
 * request with other content is refused. No more than `limit` pieces of work are under way.
 *
 * `run` throws route_busy, provisioner_busy, and what the work throws.
 */
export function createSingleFlight<T>(limit: number) {
  const flights = new Map<string, Flight<T>>()
  return {
    run(key: string, content: string, work: () => Promise<T>): Promise<T> {
      const under = flights.get(key)
      if (under?.content === content) return under.answer
      if (under !== undefined)
        return Promise.reject(
          new ApiError(
            'route_busy',
            'bridgeToken: is already being provisioned with other settings; try again when that has finished',
          ),
        )
      if (flights.size >= limit) return Promise.reject(new ApiError('provisioner_busy'))
      const answer = work().finally(() => flights.delete(key))
      flights.set(key, { content, answer })
      return answer
    },
  }
}

/** Runs pieces of work with the same key one after the other, in the order in which they were requested. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
