import { timeText } from '../../../shared/text/wording.ts'
import { floorToWeek, WEEK, type WeekFloored } from '../../../shared/domain/vetoken/weekFlooring.ts'

/** A bound fewer than this many seconds away is worth a warning. */
const NEAR = 900n

/** From when on an end is too near for a lock, unix seconds; the end itself where the escrow states no minimum. */
export const lastStart = (end: bigint, { minDuration }: { minDuration: bigint | null }): bigint =>
  end - (minDuration ?? 0n)

/** From when on a duration from then ends in the next week. */
export const jumpAt = (duration: bigint, now: bigint): bigint => floorToWeek(now + duration) + WEEK - duration

/** What happens to an end that is valid now if the transaction is mined much later. */
export function lateWarnings(end: bigint, { now, minDuration }: { now: bigint; minDuration: bigint | null }): string[] {
  const left = minDuration === null ? -1n : lastStart(end, { minDuration }) - now
  return left >= 0n && left < NEAR
    ? [
        `Send the transaction before ${timeText(now + left)}; from then on the end is less than ${minDuration} seconds away, and the call reverts with InvalidLockDuration.`,
      ]
    : []
}

/** What happens to a lock that is alive now if the transaction is mined after its end. */
export const endingWarnings = (end: bigint, now: bigint): string[] =>
  end > now && end - now < NEAR
    ? [`Send the transaction before ${timeText(end)}; the lock ends then, and the call reverts with LockExpired.`]
    : []

/** A duration moves its end with the time of mining; it jumps to the next week only where ends are rounded. */
export function jumpWarnings(duration: bigint, now: bigint, weekFloored: WeekFloored): string[] {
  const jump = jumpAt(duration, now)
  if (weekFloored === 'no' || jump - now >= NEAR) return []
  const where = weekFloored === 'yes' ? '' : ', if the escrow rounds ends down to a week'
  return [
    `If the transaction is mined after ${timeText(jump)}, the lock ends a week later, at ${timeText(jump + duration)}${where}.`,
  ]
}

/** A gauge counts votes only of a lock that has not changed for a week (its error LockTooRecent). */
export const SEASON_WARNING =
  'Gauge votes need a lock that has not changed for seven days; this call restarts that period.'
