/** Unix seconds and base units, as a vote escrow counts them. */
const WEEK = 604_800n
/** How far the block that ran a call may be from the one whose time is known, in seconds. */
const DRIFT = 3600n

/**
 * Whether a deployment of the vote escrow rounds the end of a lock down to a week (Thursday 00:00 UTC): the current
 * generation does, an older one keeps the second. No getter tells it.
 */
export type WeekFloored = 'yes' | 'no' | 'unknown'

/** A lock or an extension that was simulated: the end that was asked for, and the power that the escrow gave. */
export interface SimulatedLock {
  readonly askedEnd: bigint
  /** All that is then locked. */
  readonly amount: bigint
  /** What lock or extendLock returned. */
  readonly votingPower: bigint
  /** Of the block. */
  readonly now: bigint
  /** MAX_LOCK_DURATION of the escrow. */
  readonly maxDuration: bigint
}

export const floorToWeek = (time: bigint): bigint => (time / WEEK) * WEEK

/** What an end that the escrow has set shows: one within a week was not rounded; one on a boundary may be either. */
export const flooringOfEnd = (end: bigint): WeekFloored => (end === floorToWeek(end) ? 'unknown' : 'no')

/**
 * What a simulated lock shows, whose power is amount * (end - now) / maxDuration: `yes` or `no` where that fits one of the
 * two ends and not the other; `unknown` where it fits neither, or both (an end on a boundary, an amount of a few units).
 */
export function flooringOfLock({ askedEnd, amount, votingPower, now, maxDuration }: SimulatedLock): WeekFloored {
  if (amount <= 0n) return 'unknown'
  const end = now + (votingPower * maxDuration) / amount
  const tolerance = DRIFT + maxDuration / amount + 1n
  const isNear = (other: bigint) => end - other <= tolerance && other - end <= tolerance
  const floored = floorToWeek(askedEnd)
  if (isNear(floored) === isNear(askedEnd)) return 'unknown'
  return isNear(floored) ? 'yes' : 'no'
}

/** The end that an escrow gives a lock for which this one is asked; null where it is not known whether it rounds. */
export function effectiveEnd(askedEnd: bigint, weekFloored: WeekFloored): bigint | null {
  if (weekFloored === 'unknown') return floorToWeek(askedEnd) === askedEnd ? askedEnd : null
  return weekFloored === 'yes' ? floorToWeek(askedEnd) : askedEnd
}
