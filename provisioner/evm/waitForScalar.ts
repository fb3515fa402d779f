import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../shared/errors/ApiError.ts'

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000

/**
 * Waits, at most `waitMs`, until a route has a scalar, and returns it. It must be exactly `expected`: the bridge sets
 * it once, to ten to the power of the exponent with which the mint was made.
 *
 * Throws scalar_mismatch; route_unconfirmed if it is still 0; the error of `read` if that failed until the end.
 */
export async function waitForScalar(
  read: () => Promise<bigint>,
  expected: bigint,
  waitMs: number,
  signal: AbortSignal,
): Promise<bigint> {
  const deadline = Date.now() + waitMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const scalar = await read().catch((error: unknown) => {
      // An outage is not a missing route: it passes, or is reported as what it is.
      if (error instanceof ApiError && isPassing(error)) return error
      throw error
    })
    if (scalar === expected) return scalar
    if (typeof scalar === 'bigint' && scalar !== 0n) throw mismatch(scalar, expected)
    const left = deadline - Date.now()
    if (left <= 0) throw scalar instanceof ApiError ? scalar : new ApiError('route_unconfirmed')
    await sleep(Math.min(pause, left), undefined, { signal })
  }
}

/** The route exists with another scalar than requested; a scalar cannot be changed. */
export const mismatch = (scalar: bigint, expected: bigint): ApiError =>
  new ApiError('scalar_mismatch', `scalerExponent: the bridge has registered the scalar ${scalar}, not ${expected}`)

const isPassing = (error: ApiError): boolean => error.code.startsWith('upstream_')
