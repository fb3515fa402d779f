import { sleep } from './sleep.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/** Waits before a throttled request is sent again: explorers allow two in a second. */
const PAUSES_MS = [600, 1200]
/** The share of a pause by which it may be longer, so that those who were throttled together do not come back together. */
const JITTER = 0.25

/** Repeats what is throttled, after pauses, while the signal allows it: only for what may be sent again. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'throttled') throw error
      await sleep(pause * (1 + JITTER * Math.random()), signal)
    }
  }
  return work()
}
