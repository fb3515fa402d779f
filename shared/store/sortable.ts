const DIGITS = 30
const MAX = 10n ** BigInt(DIGITS) - 1n

/** Zero, the smallest sortable amount. */
export const ZERO = '0'.repeat(DIGITS)

/** A non-negative amount as a text of fixed width, so that texts sort like the numbers; capped at 10^30 - 1. */
export const toSortable = (amount: bigint): string =>
  (amount > MAX ? MAX : amount < 0n ? 0n : amount).toString().padStart(DIGITS, '0')

export const fromSortable = (text: string): bigint => BigInt(text)
