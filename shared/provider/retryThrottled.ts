import { ProviderFailure, toProviderFailure } from './ProviderFailure.ts'

/** Waits before a throttled request is sent again: explorers allow two in a second. */
const PAUSES_MS = [600, 1200]
/** Share by which a pause may be longer, so that callers that were throttled together do not return together. */
const JITTER = 0.25

/** Repeats throttled work after pauses, until the signal fires. Only for work that may be repeated. */
export async function retryThrottled<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Waits; throws ProviderFailure if the signal fires first. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await toProviderFailure(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))), signal)
  } finally {
    clearTimeout(timer)
  }
}
