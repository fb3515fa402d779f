import { TooLong } from '../text/readBounded.ts'
import { untilAborted } from '../text/untilAborted.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/**
 * What work with a provider gives. Throws ProviderFailure for whatever goes wrong, and as soon as the signal fires, whatever
 * the work waits for. Messages of others are not repeated: they may contain a URL, and with it a key.
 */
export const orFailure = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  untilAborted(work, signal, late).catch((error: unknown) => {
    if (error instanceof ProviderFailure) throw error
    if (signal.aborted) throw late()
    const isOurs = error instanceof TooLong
    throw new ProviderFailure('failed', isOurs ? error.message : error instanceof Error ? error.name : typeof error)
  })

const late = (): ProviderFailure => new ProviderFailure('timeout', 'the time is up')
