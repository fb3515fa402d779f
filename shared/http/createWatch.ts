import { BOARD, type Report, type StatusBoardObject } from '../durable/statusBoard.ts'
import { requestScope } from '../log/requestScope.ts'
import type { Watch, Watched } from '../log/Watch.ts'

/** How often an isolate reports that nothing has changed, and the least time between two reports. */
const STEADY_MS = 60_000
const LEAST_MS = 250

/**
 * Remembers the outcomes of an isolate’s calls, and reports them to the board of the deployment: a change and each failure at
 * once, an unchanged state once a minute. `now` in unix milliseconds. A report that does not arrive is lost: the next calls are reported anyway.
 */
export function createWatch(board: DurableObjectNamespace<StatusBoardObject>, now: () => number): Watch {
  const pending = new Map<Watched, Report>()
  const reported = new Map<Watched, Report>()
  let lastAt = 0
  /** Until when a report waits for its time; the request that it waits in may be cut off. */
  let waitsUntil = 0

  const isDue = ({ what, outcome, failures, at }: Report): boolean => {
    const before = reported.get(what)
    return failures > 0 || before?.outcome !== outcome || at - before.at >= STEADY_MS
  }

  function isAnyDue(): boolean {
    for (const report of pending.values()) if (isDue(report)) return true
    return false
  }

  return {
    record(what, outcome, ms) {
      const before = pending.get(what)
      const isOk = outcome === 'ok'
      pending.set(what, {
        what,
        outcome,
        at: now(),
        ms,
        failures: isOk ? 0 : (before?.failures ?? 0) + 1,
        hadOk: isOk || (before?.hadOk ?? false),
      })
    },

    report() {
      const left = waitsUntil - now()
      // More than that is left only where the clock went back.
      const isWaiting = left > 0 && left <= LEAST_MS
      return isAnyDue() && !isWaiting ? send() : undefined
    },
  }

  async function send(): Promise<void> {
    waitsUntil = Math.min(lastAt, now()) + LEAST_MS
    const early = waitsUntil - now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    lastAt = now()
    const due = [...pending.values()].filter(isDue)
    if (due.length === 0) return
    for (const report of due) {
      pending.delete(report.what)
      reported.set(report.what, report)
    }
    try {
      await board.getByName(BOARD).report(due)
    } catch {
      // The board shows by itself that it cannot be reached.
    }
  }
}

/** Runs work of a job or an object, outside any request: the outcomes of its calls are reported when it ends. */
export async function watched<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  try {
    return await requestScope.run({ id: undefined, minBlock: undefined, watch }, work)
  } finally {
    await watch.report()
  }
}
