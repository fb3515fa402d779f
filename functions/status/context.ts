import type { Context, WaitUntil } from '../../shared/http/handler.ts'
import { readFamilyHealth, readBoard, readSamples } from '../../shared/deployment/health.ts'
import type { StatusContext } from './getStatus.ts'
import { SingleFlight } from '../../shared/cache/SingleFlight.ts'

/** How long answers of the board and of families are kept; a family that did not answer is called again. */
const BOARD_MS = 1000
const FAMILIES_MS = 60_000
/** A sample is of five minutes. */
const SAMPLES_MS = 30_000

export const createStatusContext = (common: Context, env: Readonly<Record<string, unknown>>): StatusContext => ({
  ...common,
  board: keep(
    () => readBoard(env),
    () => BOARD_MS,
  ),
  samples: keep(
    () => readSamples(env),
    (samples) => (samples ? SAMPLES_MS : BOARD_MS),
  ),
  families: keep(
    () => readFamilyHealth(env, '?providers'),
    (all) => (all.every(({ health }) => health) ? FAMILIES_MS : BOARD_MS),
  ),
})

/**
 * Keeps the value of work for `ms(value)` milliseconds. Concurrent callers wait for the same work. Failures are not kept.
 */
function keep<T>(work: () => Promise<T>, ms: (value: T) => number): (waitUntil: WaitUntil) => Promise<T> {
  const flights = new SingleFlight<T>()
  let kept: { readonly value: T; readonly until: number } | undefined
  const renew = async (): Promise<T> => {
    const value = await work()
    kept = { value, until: Date.now() + ms(value) }
    return value
  }
  return async (waitUntil) => (kept && Date.now() < kept.until ? kept.value : flights.run('', renew, { waitUntil }))
}
