import { waitFor } from './waitFor.ts'

/** The runtime ends a request whose client is gone after 30 seconds, whatever it has promised to finish. */
const LONGEST_MS = 30_000

/** Work of one request, and its outcome. */
interface Flight<T> {
  /** Unix milliseconds; after that, the request that led it was cut off. */
  readonly until: number
  outcome?: { readonly value: T } | { readonly error: unknown }
}

interface Options {
  /** Keeps the request that leads alive until the work has ended, though its client is gone. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Whether an error concerns the request that led alone: those who followed then try by themselves. */
  readonly isOwn?: (error: unknown) => boolean
}

/**
 * Equal work that requests of an isolate need at once is done by the first of them, which leads; the others follow. They
 * wait by their own timers for its outcome, a plain value: no request ever awaits a promise of another one, which the runtime
 * would cancel when that one ends.
 *
 * A flight that has not ended after `longestMs` counts as cut off, and the next request leads.
 */
export class SingleFlight<T> {
  // In the order in which they began, so that the oldest come first.
  readonly #flights = new Map<string, Flight<T>>()
  readonly #longestMs: number

  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /** How many are under way. */
  get size(): number {
    this.#forgetLost()
    return this.#flights.size
  }

  /** Whether work under a key is under way. */
  has(key: string): boolean {
    return this.#find(key) !== undefined
  }

  /** The outcome of the work under way under a key, which begins with this call if there is none. Throws what the work throws. */
  async run(key: string, work: () => Promise<T>, { waitUntil, isOwn }: Options): Promise<T> {
    while (this.has(key)) {
      const joined = await this.join(key).catch((error: unknown) => {
        if (!isOwn?.(error)) throw error
      })
      if (joined) return joined.value
    }
    return this.lead(key, work, waitUntil)
  }

  /** The outcome of the work under way under a key; undefined if there is no such work, or it was cut off. Throws what it throws. */
  async join(key: string): Promise<{ readonly value: T } | undefined> {
    const flight = this.#find(key)
    if (!flight) return undefined
    const outcome = await waitFor(() => flight.outcome, flight.until - Date.now())
    if (!outcome) this.#end(key, flight)
    else if ('error' in outcome) throw outcome.error
    return outcome
  }

  /** Begins work before it returns, for everyone who joins before it ends. Throws what the work throws. */
  lead(key: string, work: () => Promise<T>, waitUntil: Options['waitUntil']): Promise<T> {
    this.#forgetLost()
    const flight: Flight<T> = { until: Date.now() + this.#longestMs }
    this.#flights.delete(key)
    this.#flights.set(key, flight)
    const led = this.#fly(key, flight, work)
    waitUntil(led.catch(() => undefined))
    return led
  }

  async #fly(key: string, flight: Flight<T>, work: () => Promise<T>): Promise<T> {
    try {
      const value = await work()
      flight.outcome = { value }
      return value
    } catch (error) {
      flight.outcome = { error }
      throw error
    } finally {
      this.#end(key, flight)
    }
  }

  #find(key: string): Flight<T> | undefined {
    const flight = this.#flights.get(key)
    return flight && Date.now() < flight.until ? flight : undefined
  }

  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }

  /** A request that was cut off does not remove its own flights. */
  #forgetLost(): void {
    const time = Date.now()
    for (const [key, { until }] of this.#flights) {
      if (time < until) return
      this.#flights.delete(key)
    }
  }
}
