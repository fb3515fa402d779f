import type { Issue } from '../../../shared/calldata/unsignedCall.ts'
import { timeText, tokenText } from '../../../shared/calldata/wording.ts'
import { earliestEnd, isFarEnough } from './lockTime.ts'
import type { Escrow } from './readEscrow.ts'

/** `end` is rounded down to a week already. */
export function endTooNear(end: bigint, { now }: Escrow): Issue[] {
  if (isFarEnough(end, now)) return []
  const earliest = earliestEnd(now)
  return [
    {
      code: 'invalid_duration_now',
      message: `the end would be ${timeText(end)}, less than a week away; the earliest that is accepted is ${timeText(earliest)}, ${earliest - now} seconds from now`,
      reverts: 'InvalidLockDuration',
      effectiveEnd: String(end),
      earliestEnd: String(earliest),
      smallestDurationSec: String(earliest - now),
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
