import { AsyncLocalStorage } from 'node:async_hooks'

/** A round trip to a store: one of D1, however many statements it carries, or one method of a Durable Object. */
export interface StorageCall {
  /** `D1`, or the binding of the object. */
  readonly store: string
  /** The statements, or the method. */
  readonly queries: readonly string[]
}

/** Round trips of one request, and whether a store is out of its reach. */
interface Traffic {
  readonly calls: StorageCall[]
  readonly urls: string[]
  readonly isDown: (store: string) => boolean
}

const requests = new AsyncLocalStorage<Traffic>()

/** Requests whose round trips are kept, the newest last. */
const MOST_KEPT = 256

/** Records the round trips of each request by its `X-Request-Id`, also those that it makes after its answer. */
export function recordStorageCalls() {
  const kept = new Map<string, Traffic>()
  let isDown = (_store: string) => false
  const keep = (id: string, traffic: Traffic) => {
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest)
    kept.set(id, traffic)
  }
  return {
    /** The work of a request. Calls from one Worker to another belong to the same request. */
    of<T>(request: Request, work: () => T): T {
      if (requests.getStore()) return work()
      const traffic: Traffic = { calls: [], urls: [], isDown: (store) => isDown(store) }
      const id = request.headers.get('x-request-id')
      if (id !== null) keep(id, traffic)
      return requests.run(traffic, work)
    },
    callsOf: (id: string): readonly StorageCall[] => kept.get(id)?.calls ?? [],
    urlsOf: (id: string): readonly string[] => kept.get(id)?.urls ?? [],
    /** From now on each call of such a store fails. */
    fail(which: (store: string) => boolean): void {
      isDown = which
    },
  }
}

export function recordStorageCall(store: string, queries: readonly string[]): void {
  const traffic = requests.getStore()
  traffic?.calls.push({ store, queries })
  if (traffic?.isDown(store)) throw new Error(`${store}: Network connection lost.`)
}

/** Records a request that leaves this process. */
export const recordUpstream = (url: string): void => void requests.getStore()?.urls.push(url)

/** Runs work that belongs to no request, such as an alarm. */
export const outOfRequest = <T>(work: () => T): T => requests.exit(work)
