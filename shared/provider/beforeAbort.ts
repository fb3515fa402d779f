import { untilAborted } from '../text/untilAborted.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/** The work’s result; throws ProviderFailure if the signal fires first, whatever the work waits for. */
export const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(work, signal, () => new ProviderFailure('timeout', 'the time is up'))
