import type { Address } from 'viem'
import { timeText, tokenText, type TokenLabel } from '../../../shared/text/wording.ts'

type LockArgs = readonly [token: Address, amount: bigint, duration: bigint]

/** Describes `lock`; `end` in unix seconds, null if unknown. */
export const describeLock = (
  escrow: Address,
  label: TokenLabel,
  [token, amount, duration]: LockArgs,
  end: bigint | null,
): string =>
  `Lock ${tokenText(amount, { ...label, address: token })} in the vote escrow ${escrow} for ${durationText(duration)}${end === null ? '' : `, until ${timeText(end)}`}.`

const UNITS = [
  ['day', 86_400n],
  ['hour', 3600n],
  ['minute', 60n],
  ['second', 1n],
] as const

/** A duration of a lock in whole units, to the second. */
function durationText(seconds: bigint): string {
  let rest = seconds
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = rest / size
    rest %= size
    return count === 0n ? [] : [`${count} ${unit}${count === 1n ? '' : 's'}`]
  })
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}

/** Describes `increaseLock` of a lock with this end. */
export const describeIncrease = (
  escrow: Address,
  token: TokenLabel | null,
  [amount]: readonly [bigint],
  end: bigint | null,
): string =>
  `Add ${tokenText(amount, token)} to the lock in the vote escrow ${escrow}${end === null ? '' : `, which ends at ${timeText(end)}`}.`

/** Describes `extendLock`; `end` is the resulting one, null if unknown. */
export const describeExtend = (escrow: Address, [requested]: readonly [bigint], end: bigint | null): string =>
  `Extend the lock in the vote escrow ${escrow} to ${endText(requested, end)}.`

function endText(requested: bigint, end: bigint | null): string {
  if (end === requested) return `${timeText(requested)} (${requested})`
  return end === null
    ? `${timeText(requested)} (${requested}, or the start of its week)`
    : `${timeText(end)} (${requested} rounded down to a week)`
}

/** Describes `unlock`; `amount` is null if unknown. */
export const describeUnlock = (escrow: Address, token: TokenLabel | null, amount: bigint | null): string =>
  `Withdraw ${amount === null ? 'the whole locked amount' : tokenText(amount, token)} from the vote escrow ${escrow}.`
