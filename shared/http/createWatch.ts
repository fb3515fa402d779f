import { BOARD, type Report, type StatusBoardObject } from '../durable/statusBoard.ts'
import { requestScope } from '../log/requestScope.ts'
import type { Watch, Watched } from '../log/Watch.ts'

/** How often an isolate reports that nothing has changed, and the least time between two reports. */
const STEADY_MS = 60_000
const LEAST_MS = 1000

/** Remembers what an isolate’s calls show, and reports it to the board of the deployment. */
export interface ReportingWatch extends Watch {
  /** Reports what is due; undefined if nothing is. Never throws. */
  report(): Promise<void> | undefined
}

/** `now` in unix milliseconds. A report that does not arrive is lost: the next calls are reported anyway. */
export function createWatch(board: DurableObjectNamespace<StatusBoardObject>, now: () => number): ReportingWatch {
  const pending = new Map<Watched, Report>()
  const reported = new Map<Watched, Report>()
  let lastAt = 0

  const isDue = ({ what, outcome, failures, at }: Report): boolean => {
    const before = reported.get(what)
    return failures > 0 || before?.outcome !== outcome || at - before.at >= STEADY_MS
  }

  return {
    saw(what, outcome, ms) {
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
      if (pending.size === 0 || now() - lastAt < LEAST_MS) return undefined
      const due = [...pending.values()].filter(isDue)
      if (due.length === 0) return undefined
      lastAt = now()
      for (const report of due) {
        pending.delete(report.what)
        reported.set(report.what, report)
      }
      return tell(due)
    },
  }

  async function tell(due: readonly Report[]): Promise<void> {
    try {
      await board.getByName(BOARD).report(due)
    } catch {
      // The board shows by itself that it cannot be reached.
    }
  }
}

/** Work that no request asked for, as a job or an object does it: what its calls show is reported when it ends. */
export async function watched<T>(watch: ReportingWatch, work: () => Promise<T>): Promise<T> {
  try {
    return await requestScope.run({ id: undefined, minBlock: undefined, watch }, work)
  } finally {
    await watch.report()
  }
}
