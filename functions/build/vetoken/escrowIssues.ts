import type { Issue } from '../../../schema/issues.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'
import { insufficientBalance } from '../../../shared/domain/token/insufficientBalance.ts'
import type { Escrow } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { floorToWeek, WEEK } from '../../../shared/domain/vetoken/weekFlooring.ts'

/** How long a transaction may take to be mined, in seconds. */
const MINING = 120n

/** The first end, rounded down to a week, that an escrow with this minimum duration still accepts when it is mined. */
const earliestEnd = (now: bigint, minDuration: bigint): bigint => floorToWeek(now + minDuration + MINING + WEEK - 1n)

/**
 * An end that is not far enough away, as it is or once it is rounded down to a week; as it is if the escrow is known
 * not to round.
 */
export function endTooNear(requested: bigint, { now, minDuration, weekFloored }: Escrow): Issue[] {
  const end = weekFloored === 'no' ? requested : floorToWeek(requested)
  if (minDuration === null || end >= now + minDuration) return []
  const earliest = earliestEnd(now, minDuration)
  const rounded = end === requested ? '' : ', rounded down to a week,'
  return [
    {
      code: 'invalid_duration_now',
      message: `the end${rounded} would be ${timeText(end)}, less than ${minDuration} seconds away; the earliest accepted end is ${timeText(earliest)}, ${earliest - now} seconds from now`,
      reverts: 'InvalidLockDuration',
      effectiveEnd: String(end),
      earliestEnd: String(earliest),
      smallestDurationSec: String(earliest - now),
    },
  ]
}

/** An end that is further away than the escrow accepts; `field` is the request's field that names it. */
export function endTooFar(field: 'newEnd' | 'durationSec', requested: bigint, { now, maxDuration }: Escrow): Issue[] {
  if (maxDuration === null || requested <= now + maxDuration) return []
  const latest = now + maxDuration
  return [
    {
      code: 'lock_too_long',
      message: `${field}: must be at most ${field === 'newEnd' ? `${latest} (${timeText(latest)})` : maxDuration}`,
      reverts: 'InvalidLockDuration',
      latestEnd: String(latest),
    },
  ]
}

/** A new end that is not after the current one, as it is or once it is rounded down to a week. */
export function endNotLater(requested: bigint, { lock, weekFloored }: Escrow): Issue[] {
  const end = weekFloored === 'no' ? requested : floorToWeek(requested)
  if (lock.amount === 0n || end > lock.end) return []
  const rounded = end === requested ? '' : 'rounded down to '
  return [
    {
      code: 'end_not_later',
      message: `newEnd: must be after the current end ${timeText(lock.end)}, but is ${rounded}${timeText(end)}`,
      reverts: 'LockDurationTooShort',
      currentEnd: String(lock.end),
      effectiveEnd: String(end),
    },
  ]
}

export const balanceTooLow = (amount: bigint, { balance, token }: Escrow): Issue[] =>
  insufficientBalance(amount, balance, token)

export const noLock = ({ lock }: Escrow): Issue[] =>
  lock.amount === 0n
    ? [
        {
          code: 'no_lock',
          message: 'the sender has no lock; create one first with buildVetokenLock',
          reverts: 'NoExistingLock',
        },
      ]
    : []

export function alreadyLocked({ lock, now, token }: Escrow): Issue[] {
  if (lock.amount === 0n) return []
  const ended = lock.end <= now
  return [
    {
      code: 'already_locked',
      message: `the sender has a lock of ${tokenText(lock.amount, token)} that ${ended ? 'ended' : 'ends'} at ${timeText(lock.end)}; ${ended ? 'withdraw or extend it' : 'increase or extend it'} instead`,
      reverts: 'AlreadyLocked',
      amount: String(lock.amount),
      end: String(lock.end),
    },
  ]
}

export function lockEnded({ lock, now }: Escrow): Issue[] {
  if (lock.amount === 0n || lock.end > now) return []
  return [
    {
      code: 'lock_expired',
      message: `the lock ended at ${timeText(lock.end)}; extend it first with buildVetokenExtend, or withdraw it with buildVetokenUnlock`,
      reverts: 'LockExpired',
      end: String(lock.end),
    },
  ]
}

export function lockNotEnded({ lock, now }: Escrow): Issue[] {
  if (lock.amount === 0n || lock.end <= now) return []
  return [
    {
      code: 'lock_not_expired',
      message: `the lock ends at ${timeText(lock.end)}, in ${lock.end - now} seconds; its tokens can be withdrawn then`,
      reverts: 'LockNotExpired',
      end: String(lock.end),
      remainingSec: String(lock.end - now),
    },
  ]
}
