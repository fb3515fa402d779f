/** The result of the work; throws `late()` as soon as the signal fires, whatever the work waits for. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal, late: () => Error): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(late())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
