import { isHex, size, type Hex } from 'viem'
import {
  effectiveEnd,
  flooringOfLock,
  type WeekFloored,
  floorToWeek,
  WEEK,
} from '../../../shared/domain/vetoken/weekFlooring.ts'
import type { Escrow } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { timeText } from '../../../shared/text/wording.ts'

/** A bound fewer than this many seconds away is worth a warning. */
const NEAR = 900n

/** From when on an end is too near for a lock, unix seconds; the end itself where the escrow states no minimum. */
export const lastStart = (end: bigint, { minDuration }: { minDuration: bigint | null }): bigint =>
  end - (minDuration ?? 0n)

/** From when on a duration from then ends in the next week. */
export const jumpAt = (duration: bigint, now: bigint): bigint => floorToWeek(now + duration) + WEEK - duration

/** Warns of an end that is valid now and too near if the transaction is mined later. */
export function lateWarnings(end: bigint, { now, minDuration }: { now: bigint; minDuration: bigint | null }): string[] {
  const left = minDuration === null ? -1n : lastStart(end, { minDuration }) - now
  return left >= 0n && left < NEAR
    ? [
        `Send the transaction before ${timeText(now + left)}; from then on the end is less than ${minDuration} seconds away, and the call reverts with InvalidLockDuration.`,
      ]
    : []
}

/** Warns of a lock that ends before a late transaction is mined. */
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

/** When a lock will end, and what power it then has; each null if it is not known. */
export interface Ending {
  /** Unix seconds. */
  readonly end: bigint | null
  readonly weekFloored: WeekFloored
  readonly power: bigint | null
}

/** The ending of a lock for which an end and an amount are requested, as far as the reads show it. */
export const endingOf = (escrow: Escrow, requestedEnd: bigint, amount: bigint): Ending =>
  endingBy(escrow.weekFloored, escrow, requestedEnd, amount)

/** The same from what the simulated call returned, which is the voting power that the escrow gave. */
export function learnedEnding(escrow: Escrow, requestedEnd: bigint, amount: bigint, returned: Hex): Ending {
  const { now, maxDuration } = escrow
  const votingPower = isHex(returned) && size(returned) === 32 ? BigInt(returned) : null
  const weekFloored =
    escrow.weekFloored !== 'unknown' || votingPower === null || maxDuration === null
      ? escrow.weekFloored
      : flooringOfLock({ requestedEnd, amount, votingPower, now, maxDuration })
  const ending = endingBy(weekFloored, escrow, requestedEnd, amount)
  return { ...ending, power: ending.power ?? votingPower }
}

function endingBy(weekFloored: WeekFloored, escrow: Escrow, requestedEnd: bigint, amount: bigint): Ending {
  const end = effectiveEnd(requestedEnd, weekFloored)
  return { end, weekFloored, power: end === null ? null : powerUntil(end, amount, escrow) }
}

/** Voting power: linear from the whole amount, the longest duration before the end, to zero at the end. */
export const powerUntil = (end: bigint, amount: bigint, { now, maxDuration }: Escrow): bigint | null =>
  maxDuration === null || maxDuration === 0n ? null : end > now ? (amount * (end - now)) / maxDuration : 0n
