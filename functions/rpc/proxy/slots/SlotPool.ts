import type { WaitUntil } from '../../../../shared/http/handler.ts'
import { SingleFlight } from '../../../../shared/cache/SingleFlight.ts'
import { ANSWER_MS, CHARGE_MS, TOTAL_MS } from '../deadlines.ts'

/**
 * How long slots are held without another claim, and how much of that must be left for a request that is to begin: also
 * for its claim on another pool, and since the object counts in whole seconds.
 */
const CLAIM_MS = 60_000
const LEFT_MS = 2 * TOTAL_MS + CHARGE_MS + ANSWER_MS + 5000
/** Slots that were not used for this long go back. */
const IDLE_MS = 1000
/** For so long a refusal is believed: others may have given some back since. */
const DENIED_MS = 100
/** The most slots that are held beyond those in use. */
const MOST_SPARE = 8

/** A pool makes one claim at a time. */
const CLAIM = ''

/** Asks for slots: those in all, how many of them at least, and for how many seconds. Answers how many are held. */
export type Claim = (want: number, need: number, seconds: number) => Promise<number>

interface Options {
  readonly claim: Claim
  readonly now: () => number
}

/**
 * An isolate's part of a pool of slots that all isolates share. Slots are claimed in blocks: about as many again as were
 * in use at once lately, so that a request seldom waits for a claim, and those that stay idle go back after a second.
 */
export class SlotPool {
  readonly #options: Options
  #held = 0
  #used = 0
  /** The most that were in use at once since idle ones were last looked for. */
  #peak = 0
  #waiting = 0
  /** Unix milliseconds. */
  #until = 0
  #deniedUntil = 0
  #looksAt = 0
  readonly #claims = new SingleFlight<void>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether it has no slots, neither idle nor in use. */
  get isEmpty(): boolean {
    const holdsNone = this.#held === 0 || this.#options.now() >= this.#until
    return holdsNone && this.#used === 0 && !this.#claims.has(CLAIM)
  }

  /** Takes a slot for a request; false if no slot is free. Throws store_unavailable. */
  async take(waitUntil: WaitUntil): Promise<boolean> {
    const { now } = this.#options
    for (;;) {
      if (this.#used < this.#room()) {
        this.#peak = Math.max(this.#peak, ++this.#used)
        return true
      }
      if (now() < this.#deniedUntil) return false
      this.#waiting++
      try {
        await (this.#claims.has(CLAIM) ? this.#claims.join(CLAIM) : this.#grow(waitUntil))
      } finally {
        this.#waiting--
      }
    }
  }

  /** Gives a slot back that `take` gave. */
  give(waitUntil: WaitUntil): void {
    const { now } = this.#options
    this.#used--
    // A timer that died with its request is long past.
    if (this.#held === 0 || now() < this.#looksAt + IDLE_MS) return
    this.#looksAt = now() + IDLE_MS
    waitUntil(this.#giveBackIdle(waitUntil))
  }

  #room(): number {
    return this.#options.now() + LEFT_MS <= this.#until ? this.#held : 0
  }

  #grow(waitUntil: WaitUntil): Promise<void> {
    const need = this.#used + 1
    const want = need + this.#waiting - 1 + Math.min(MOST_SPARE, this.#peak)
    return this.#claims.lead(CLAIM, () => this.#claim(want, need), waitUntil)
  }

  async #claim(want: number, need: number): Promise<void> {
    const { claim, now } = this.#options
    const from = now()
    this.#held = await claim(want, need, CLAIM_MS / 1000)
    this.#until = from + CLAIM_MS
    if (this.#held < need) this.#deniedUntil = now() + DENIED_MS
  }

  async #giveBackIdle(waitUntil: WaitUntil): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
      const keep = Math.min(this.#held, this.#peak)
      this.#peak = this.#used
      this.#looksAt = this.#options.now() + IDLE_MS
      if (this.#claims.has(CLAIM)) await this.#claims.join(CLAIM).catch(() => undefined)
      // A slot that could not be given back expires.
      else if (keep < this.#held) {
        this.#held = keep
        await this.#claims.lead(CLAIM, () => this.#claim(keep, keep), waitUntil).catch(() => undefined)
      }
      if (this.#used > 0 || this.#held === 0) break
    }
    // The next one that is given back looks again.
    this.#looksAt = 0
  }
}
