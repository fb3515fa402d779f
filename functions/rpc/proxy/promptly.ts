import { within } from '../../../shared/http/within.ts'

/** Turns of the microtask queue in which what waits for nothing outside of this isolate is done. */
const TURNS = 8

/** The result of work that seldom waits: a timer is set only if it does. Throws `late` when it takes too long. */
export async function promptly<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const seen = { isSettled: false }
  const settle = () => {
    seen.isSettled = true
  }
  work.then(settle, settle)
  for (let turn = 0; turn < TURNS && !seen.isSettled; turn++) await undefined
  return seen.isSettled ? work : within(milliseconds, work, late)
}
