import { timeText } from '../../../shared/calldata/wording.ts'

/** Times are unix seconds, as the vote escrow counts them. */
const WEEK = 604_800n
const MIN_LOCK = 604_800n
const MAX_LOCK = 126_144_000n

/** How long a transaction may take until it is mined, in seconds. */
const MINING = 120n
/** A bound that is nearer than this is worth a warning. */
const NEAR = 900n

/** The escrow rounds every end down to a week: Thursday 00:00 UTC. */
export const floorToWeek = (time: bigint): bigint => (time / WEEK) * WEEK

/** Whether an end, rounded down, leaves the week that the escrow wants. */
export const isFarEnough = (end: bigint, now: bigint): boolean => end >= now + MIN_LOCK

/** The first end that the escrow still takes when the transaction is mined. */
export const earliestEnd = (now: bigint): bigint => floorToWeek(now + MIN_LOCK + MINING + WEEK - 1n)

/** The latest time that extendLock takes, before it rounds down. */
export const latestEnd = (now: bigint): bigint => now + MAX_LOCK

/** Voting power: linear from the whole amount, four years before the end, to zero at the end. */
export const votingPower = (amount: bigint, end: bigint, now: bigint): bigint =>
  end > now ? (amount * (end - now)) / MAX_LOCK : 0n

/** What happens to an end that is good now when the transaction is mined much later. */
export function lateWarnings(end: bigint, now: bigint): string[] {
  const left = end - MIN_LOCK - now
  return left >= 0n && left < NEAR
    ? [
        `Send it before ${timeText(now + left)}: from then on the end is less than a week away and the call reverts with InvalidLockDuration.`,
      ]
    : []
}

/** What happens to a lock that is alive now when the transaction is mined after its end. */
export const endingWarnings = (end: bigint, now: bigint): string[] =>
  end > now && end - now < NEAR
    ? [`Send it before ${timeText(end)}: then the lock ends, and the call reverts with LockExpired.`]
    : []

/** A duration moves its end with the time of mining; only then does the end jump to the next week. */
export function jumpWarnings(duration: bigint, end: bigint, now: bigint): string[] {
  const jump = end + WEEK - duration
  return jump - now < NEAR
    ? [`Mined after ${timeText(jump)}, the lock ends a week later, at ${timeText(end + WEEK)}.`]
    : []
}

/** A gauge counts votes only of a lock that is older than a week (its error LockTooRecent). */
export const SEASON_WARNING = 'Gauge votes want a lock that has not changed for seven days: this starts that time anew.'
