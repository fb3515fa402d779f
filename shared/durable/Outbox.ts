import { logError } from '../log/logError.ts'
import type { Level } from '../log/log.ts'

const RETRY_MS = 1000
const RETRY_MOST_MS = 60_000

/** Background work of an object. */
interface Work {
  /** When the next of it is due, in unix milliseconds, as its tables say; null if there is nothing to do. */
  readonly dueAt: () => number | null
  /** Does all work that is due. Interrupted work runs again. */
  readonly work: () => Promise<unknown>
  /** How a failure is logged. */
  readonly failure: readonly [Level, string]
}

/**
 * Work that an object does at its alarm, at least once: `arm` follows every change in the same turn, so that the alarm is
 * stored with it, and `run` is the object's alarm. A failure is tried again, within a minute at the latest; changes do not
 * hasten that. Work that was left when the object ended goes on at the latest when it is next used.
 */
export class Outbox {
  readonly #storage: DurableObjectStorage
  readonly #work: Work
  #failures = 0
  #isRunning = false
  /** When the alarm is, as far as this instance knows; null if none is stored. */
  #alarmAt: number | null = null

  /** Make it once the tables are there. */
  constructor(ctx: DurableObjectState, work: Work) {
    this.#storage = ctx.storage
    this.#work = work
    // An alarm that failed too often is dropped.
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm()
      this.arm()
    })
  }

  /** Has the alarm come when work is due, if none comes before. */
  arm(): void {
    // A run looks again at its end, and a retry comes soon enough.
    if (!this.#isRunning && this.#failures === 0) this.#scheduleFrom(0)
  }

  /** Does what is due, and arms for what remains. */
  async run(): Promise<void> {
    this.#isRunning = true
    this.#alarmAt = null
    try {
      await this.#work.work()
      this.#failures = 0
      // Work that has left some of what is due does not go round without a pause.
      this.#scheduleFrom(Date.now() + RETRY_MS)
    } catch (error) {
      const [level, event] = this.#work.failure
      logError(level, event, error)
      this.#schedule(Date.now() + Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** this.#failures++))
    } finally {
      this.#isRunning = false
    }
  }

  #scheduleFrom(earliest: number): void {
    const due = this.#work.dueAt()
    const at = due === null ? null : Math.max(due, earliest)
    if (at !== null && (this.#alarmAt === null || at < this.#alarmAt)) this.#schedule(at)
  }

  #schedule(at: number): void {
    this.#alarmAt = at
    // Not awaited, so that a change and its alarm are one step; as for any write, the answer waits until it is stored.
    void this.#storage.setAlarm(at)
  }
}
