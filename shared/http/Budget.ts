/** The time of a run is over: what is left is for the next one. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver'
}

/** The time that a run has, in milliseconds. */
export interface Budget {
  /** Until nothing more may be begun; negative after that. */
  left(): number
  /**
   * The time that a remote call may take: at most `most`, and no longer than until the run must be over. Throws TimeOver
   * when nothing more may be begun.
   */
  timeout(most: number): number
}

/** A run begins nothing after `workMs`, and waits for nothing after `endMs`. `now` is in milliseconds. */
export function createBudget(now: () => number, { workMs, endMs }: { workMs: number; endMs: number }): Budget {
  const began = now()
  const left = () => began + workMs - now()
  return {
    left,
    timeout(most) {
      if (left() <= 0) throw new TimeOver('the time is over')
      return Math.min(most, began + endMs - now())
    },
  }
}
