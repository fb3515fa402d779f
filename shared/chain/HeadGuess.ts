import type { BlockMark } from './IndexedLog.ts'

/** How long a block is taken for the newest before the chain's pace is known. */
const FRESH_MS = 2000
/** After this long the pace says nothing about the newest block. */
const KNOWN_MS = 600_000
/** Clocks that differ by more, in seconds, are not compared. */
const SKEW = 60

type Mark = Pick<BlockMark, 'number' | 'time'>

/**
 * Guesses the newest block from those that were the newest before. Its caller fetches the newest block too, and saves a
 * request if both are the same.
 */
export class HeadGuess {
  readonly #now: () => number
  #seen: (Mark & { readonly at: number }) | undefined
  /** Blocks per second. */
  #pace = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The newest block, as a node has just reported. */
  note({ number, time }: Mark): void {
    const at = this.#now()
    const seen = this.#seen
    if (seen && number > seen.number && time > seen.time) this.#pace = (number - seen.number) / (time - seen.time)
    else if (seen && number === seen.number && at - seen.at > FRESH_MS) this.#pace = 0
    this.#seen = { number, time, at }
  }

  /** Its number; undefined if too little is known. */
  get number(): number | undefined {
    const seen = this.#seen
    const age = seen ? this.#now() - seen.at : KNOWN_MS
    if (!seen || age >= (this.#pace === 0 ? FRESH_MS : KNOWN_MS)) return undefined
    const sinceBlock = seen.at / 1000 - seen.time
    const since = Math.abs(sinceBlock) < SKEW ? age / 1000 + sinceBlock : age / 1000
    // Times have fractions that sum to a little less than they are.
    return seen.number + Math.max(0, Math.floor(since * this.#pace + 1e-6))
  }
}
