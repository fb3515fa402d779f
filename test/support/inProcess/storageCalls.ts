import { AsyncLocalStorage } from 'node:async_hooks'

/** A round trip to a store: one of D1, however many statements it carries, or one method of a Durable Object. */
export interface StorageCall {
  /** `D1`, or the binding of the object. */
  readonly store: string
  /** The statements, or the method. */
  readonly asked: readonly string[]
}

const requests = new AsyncLocalStorage<StorageCall[]>()

/** Requests whose calls are kept, the newest last. */
const MOST_KEPT = 256

/** Records the calls of each request by its `X-Request-Id`, also those that it makes after its answer. */
export function recordStorageCalls() {
  const kept = new Map<string, StorageCall[]>()
  return {
    /** The work of a request. What one Worker asks of another belongs to the same request. */
    of<T>(request: Request, work: () => T): T {
      const id = request.headers.get('x-request-id')
      if (id === null || requests.getStore()) return work()
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest)
      const calls: StorageCall[] = []
      kept.set(id, calls)
      return requests.run(calls, work)
    },
    callsOf: (id: string): readonly StorageCall[] => kept.get(id) ?? [],
  }
}

export const recordStorageCall = (store: string, asked: readonly string[]): void =>
  void requests.getStore()?.push({ store, asked })

/** Runs work that belongs to no request, such as an alarm. */
export const outOfRequest = <T>(work: () => T): T => requests.exit(work)

/** In place of `callsOf` for Workers in workerd. */
export const notCounted = (): never => {
  throw new Error('calls are counted of Workers in this process alone')
}
