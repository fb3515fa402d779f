import { SingleFlight } from '../../shared/cache/SingleFlight.ts'
import type { WaitUntil } from '../../shared/http/handler.ts'

/**
 * The value of work that anyone may ask for, kept for `ms(value)` milliseconds: who asks while it is renewed waits for the same
 * work. What fails is not kept.
 */
export function keep<T>(work: () => Promise<T>, ms: (value: T) => number): (waitUntil: WaitUntil) => Promise<T> {
  const flights = new SingleFlight<T>()
  let kept: { readonly value: T; readonly until: number } | undefined
  const renew = async (): Promise<T> => {
    const value = await work()
    kept = { value, until: Date.now() + ms(value) }
    return value
  }
  return async (waitUntil) => (kept && Date.now() < kept.until ? kept.value : flights.run('', renew, { waitUntil }))
}
