/** The store does not answer. The caller decides whether the request proceeds without a limit. */
export class LimiterUnavailable extends Error {
  override readonly name = 'LimiterUnavailable'
}

/** The result of the work. Throws `late`, or else LimiterUnavailable, when it takes too long. */
export async function within<T>(milliseconds: number, work: Promise<T>, late?: () => Error): Promise<T> {
  if (await settlesAtOnce(work)) return work
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<never>((_, reject) => {
    const error = () => late?.() ?? new LimiterUnavailable(`no answer within ${milliseconds} ms`)
    timer = setTimeout(() => reject(error()), milliseconds)
  })
  try {
    return await Promise.race([work, isLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Turns of the microtask queue in which what waits for nothing outside of this isolate is done. */
const TURNS = 8

/** Whether work settles without an event from outside: then it needs no timer. */
async function settlesAtOnce(work: Promise<unknown>): Promise<boolean> {
  const seen = { isSettled: false }
  const settle = () => {
    seen.isSettled = true
  }
  work.then(settle, settle)
  for (let turn = 0; turn < TURNS && !seen.isSettled; turn++) await undefined
  return seen.isSettled
}
