import { untilAborted } from '../text/untilAborted.ts'
import { SourceFailure } from './SourceFailure.ts'

/** The work’s result; throws SourceFailure if the signal fires first, whatever the work waits for. */
export const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(work, signal, () => new SourceFailure('timeout', 'the time is up'))
