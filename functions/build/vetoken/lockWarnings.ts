import { timeText } from '../../../shared/text/wording.ts'
import { floorToWeek, WEEK, type WeekFloored } from '../../../shared/domain/vetoken/weekFlooring.ts'

/** A bound that is nearer than this, in seconds, is worth a warning. */
const NEAR = 900n

/** What happens to an end that is good now when the transaction is mined much later. */
export function lateWarnings(end: bigint, { now, minDuration }: { now: bigint; minDuration: bigint | null }): string[] {
  const left = minDuration === null ? -1n : end - minDuration - now
  return left >= 0n && left < NEAR
    ? [
        `Send it before ${timeText(now + left)}: from then on the end is less than ${minDuration} seconds away and the call reverts with InvalidLockDuration.`,
      ]
    : []
}

/** What happens to a lock that is alive now when the transaction is mined after its end. */
export const endingWarnings = (end: bigint, now: bigint): string[] =>
  end > now && end - now < NEAR
    ? [`Send it before ${timeText(end)}: then the lock ends, and the call reverts with LockExpired.`]
    : []

/**
 * A duration moves its end with the time of mining; where ends are rounded, only then does it jump to the next week.
 */
export function jumpWarnings(duration: bigint, now: bigint, weekFloored: WeekFloored): string[] {
  const end = floorToWeek(now + duration)
  const jump = end + WEEK - duration
  if (weekFloored === 'no' || jump - now >= NEAR) return []
  const where = weekFloored === 'yes' ? '' : ', where the escrow rounds ends down to a week'
  return [`Mined after ${timeText(jump)}, the lock ends a week later, at ${timeText(end + WEEK)}${where}.`]
}

/** A gauge counts votes only of a lock that is older than a week (its error LockTooRecent). */
export const SEASON_WARNING =
  'Gauge votes need a lock that has not changed for seven days: this starts that time again.'
