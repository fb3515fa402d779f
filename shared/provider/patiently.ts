import { sleep } from './sleep.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/** Waits before a throttled request is sent again: explorers allow two in a second. */
const PAUSES_MS = [600, 1200]

/** Repeats what is throttled, after pauses, while the signal allows it. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'throttled') throw error
      await sleep(pause, signal)
    }
  }
  return work()
}
