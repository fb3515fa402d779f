import { ApiError } from '../shared/errors/ApiError.ts'

interface Flight<T> {
  readonly content: string
  readonly answer: Promise<T>
}

/**
 * At most one piece of work for a key at a time. Who asks for the same content meanwhile waits for the same answer;
 * who asks for other content is refused. No more than `limit` pieces of work are under way.
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
            'bridgeToken: is being provisioned with other settings; wait until that has finished',
          ),
        )
      if (flights.size >= limit) return Promise.reject(new ApiError('provisioner_busy'))
      const answer = work().finally(() => flights.delete(key))
      flights.set(key, { content, answer })
      return answer
    },
  }
}

/** Lets pieces of work with the same key happen one after the other, in the order in which they were asked for. */
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
