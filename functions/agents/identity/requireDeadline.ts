import { ApiError } from '../../../shared/errors/ApiError.ts'

/** Seconds that the registry accepts at most (MAX_DEADLINE_DELAY), and what a deadline is by default. */
const MOST = 300
const USUAL = 240
/** A newest block that is older, in seconds, is that of a chain that mines only on demand. */
const IDLE = 60

/**
 * The time that a registry will see, unix seconds: that of the newest block, or of the clock if the chain has been idle,
 * since its next block has the clock's time. `now` is in milliseconds.
 */
export function registryTime(blockTime: number, now: number): number {
  const clock = Math.floor(now / 1000)
  return clock - blockTime > IDLE ? clock : blockTime
}

/** A deadline that the registry accepts at that time, by default in four minutes; unix seconds. Throws invalid_request. */
export function requireDeadline(given: bigint | undefined, time: number): number {
  const seconds = given === undefined ? time + USUAL : Number(given)
  if (seconds <= time || seconds > time + MOST)
    throw new ApiError(
      'invalid_request',
      `deadline: must be after ${time}, the time of the newest block, and at most ${time + MOST}`,
    )
  return seconds
}
