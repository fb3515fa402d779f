/**
 * How many bytes the caches of one isolate may keep together: 32 MiB less what libraries cache on their own (viem: 8192
 * addresses, twice).
 */
export const ISOLATE_BYTES = 28 * 1024 * 1024

/** The overhead of an entry besides its key and value: its place in the table, and the objects around it. */
const ENTRY_BYTES = 256
const SWEEP_MS = 60_000

/** A cache with a limit in bytes; see Memory. */
export interface Kept<V> {
  /** The value under a key until it expires. Reading it makes it the most recently used. */
  get(key: string): V | undefined
  /**
   * Keeps a value until `until` (unix milliseconds) or until others need its room; one larger than the cache is not
   * kept.
   */
  set(key: string, value: V, until: number): void
  /** Bytes kept now, keys included. */
  readonly bytes: number
}

/**
 * The memory of an isolate. Each cache takes its share once, and the shares together never exceed the whole: a flood of
 * keys of one kind displaces nothing of another. Within a cache the least recently used entry goes first, and expired
 * ones are removed.
 */
export class Memory {
  readonly #now: () => number
  readonly #maxBytes: number
  readonly #caches: { readonly bytes: number }[] = []
  #given = 0

  constructor(now: () => number, maxBytes = ISOLATE_BYTES) {
    this.#now = now
    this.#maxBytes = maxBytes
  }

  /**
   * A cache of at most `share` bytes. `bytesOf` returns what a value takes besides its key.
   *
   * Throws an Error when that is more than is left.
   */
  cache<V>(share: number, bytesOf: (value: V) => number): Kept<V> {
    this.#given += share
    if (this.#given > this.#maxBytes)
      throw new Error(`the caches need ${this.#given} bytes and may have ${this.#maxBytes}`)
    const cache = new Lru<V>(share, bytesOf, this.#now)
    this.#caches.push(cache)
    return cache
  }

  /** Bytes that all caches keep now. */
  get bytes(): number {
    return this.#caches.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
  readonly until: number
  /** Whether it was read since it was stored, or since its last second chance. */
  isUsed: boolean
}

class Lru<V> implements Kept<V> {
  bytes = 0
  // A Map keeps insertion order. Reading moves nothing: an entry that was read gets a second chance when room is needed (CLOCK).
  readonly #entries = new Map<string, Entry<V>>()
  readonly #maxBytes: number
  readonly #bytesOf: (value: V) => number
  readonly #now: () => number
  #sweepAt = 0

  constructor(maxBytes: number, bytesOf: (value: V) => number, now: () => number) {
    this.#maxBytes = maxBytes
    this.#bytesOf = bytesOf
    this.#now = now
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#now() >= entry.until) {
      this.#drop(key, entry)
      return undefined
    }
    entry.isUsed = true
    return entry.value
  }

  set(key: string, value: V, until: number): void {
    const before = this.#entries.get(key)
    if (before) this.#drop(key, before)
    this.#sweep()
    // A character of a key takes one byte or two.
    const bytes = ENTRY_BYTES + 2 * key.length + this.#bytesOf(value)
    if (bytes > this.#maxBytes) return
    this.#entries.set(key, { value, bytes, until, isUsed: false })
    this.bytes += bytes
    // Entries that are moved come again at the end of the same loop, after all others.
    for (const [oldest, entry] of this.#entries) {
      if (this.bytes <= this.#maxBytes) break
      if (entry.isUsed) this.#moveBack(oldest, entry)
      else if (oldest !== key) this.#drop(oldest, entry)
    }
  }

  /** Runs once a minute: expired entries would otherwise stay until others need their room. */
  #sweep(): void {
    const time = this.#now()
    if (time < this.#sweepAt) return
    this.#sweepAt = time + SWEEP_MS
    for (const [key, entry] of this.#entries) if (time >= entry.until) this.#drop(key, entry)
  }

  #moveBack(key: string, entry: Entry<V>): void {
    entry.isUsed = false
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  #drop(key: string, entry: Entry<V>): void {
    this.#entries.delete(key)
    this.bytes -= entry.bytes
  }
}
