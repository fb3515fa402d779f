import { SourceFailure } from './SourceFailure.ts'

/** The work’s result; throws SourceFailure if the signal fires first, whatever the work waits for. */
export const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new SourceFailure('timeout', 'the time is up'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
