import { TooLong } from '../text/readBounded.ts'
import { untilAborted } from '../text/untilAborted.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/**
 * The result of work with a provider. Throws ProviderFailure for any error, and as soon as the signal fires. Messages of
 * other errors are dropped: they may contain a URL with a key.
 */
export const toProviderFailure = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(work, signal, late).catch((error: unknown) => {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw late()
    const isOurs = error instanceof TooLong
    throw new ProviderFailure('failed', isOurs ? error.message : error instanceof Error ? error.name : typeof error)
  })

const late = (): ProviderFailure => new ProviderFailure('timeout', 'the time is up')
