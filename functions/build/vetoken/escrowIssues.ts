import type { Issue } from '../../../schema/calldata.ts'
import { timeText, tokenText } from '../../../shared/text/wording.ts'
import { floorToWeek } from '../../../shared/domain/vetoken/weekFlooring.ts'
import { earliestEnd } from './lockTime.ts'
import type { Escrow } from './readEscrow.ts'

/**
 * An end that is not far enough, as it is or once it is rounded down to a week; where the escrow is known not to, as it
 * is.
 */
export function endTooNear(asked: bigint, { now, minDuration, weekFloored }: Escrow): Issue[] {
  const end = weekFloored === 'no' ? asked : floorToWeek(asked)
  if (minDuration === null || end >= now + minDuration) return []
  const earliest = earliestEnd(now, minDuration)
  const rounded = end === asked ? '' : ', rounded down to a week,'
  return [
    {
      code: 'invalid_duration_now',
      message: `the end${rounded} would be ${timeText(end)}, less than ${minDuration} seconds away; the earliest that is accepted is ${timeText(earliest)}, ${earliest - now} seconds from now`,
      reverts: 'InvalidLockDuration',
      effectiveEnd: String(end),
      earliestEnd: String(earliest),
      smallestDurationSec: String(earliest - now),
    },
  ]
}

/** An end that is further away than the escrow takes; `field` is the request's that names it. */
export function endTooFar(field: string, asked: bigint, { now, maxDuration }: Escrow): Issue[] {
  if (maxDuration === null || asked <= now + maxDuration) return []
  const latest = now + maxDuration
  return [
    {
      code: 'lock_too_long',
      message: `${field}: at most ${field === 'newEnd' ? `${latest} (${timeText(latest)})` : maxDuration} is accepted`,
      reverts: 'InvalidLockDuration',
      latestEnd: String(latest),
    },
  ]
}

export function balanceTooLow(amount: bigint, { balance, token }: Escrow): Issue[] {
  if (balance === null || balance >= amount) return []
  return [
    {
      code: 'insufficient_balance',
      message: `the sender holds ${tokenText(balance, token)} and the call takes ${tokenText(amount, token)}`,
      reverts: 'ERC20InsufficientBalance',
      token: token.address,
      balance: String(balance),
      needed: String(amount),
    },
  ]
}

export const noLock = ({ lock }: Escrow): Issue[] =>
  lock.amount === 0n
    ? [{ code: 'no_lock', message: 'the sender has no lock; build a lock first', reverts: 'NoExistingLock' }]
    : []
