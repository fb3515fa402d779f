/** Waits; rejects as soon as the signal ends the waiting. */
export const pause = (ms: number, signal: AbortSignal, fault: () => Error): Promise<void> =>
  new Promise((done, fail) => {
    if (signal.aborted) return fail(fault())
    const stop = () => {
      clearTimeout(timer)
      fail(fault())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      done()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
