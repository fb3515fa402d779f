const DIGITS = 30
const MAX = 10n ** BigInt(DIGITS) - 1n

/** Zero, the smallest sortable amount. */
export const ZERO = '0'.repeat(DIGITS)

/** A non-negative amount as a text of fixed width, so that texts sort like the numbers; capped at 10^30 - 1. */
export const toSortable = (amount: bigint): string =>
  (amount > MAX ? MAX : amount < 0n ? 0n : amount).toString().padStart(DIGITS, '0')

export const fromSortable = (text: string): bigint => BigInt(text)

/** Six limbs of ten digits. */
const [LIMBS, LIMB] = [6, 10]
/** Half of what the digits hold: no int128 with 18 decimals comes near it. */
const HALF = 5n * 10n ** 59n
/** The most decimals of a value (ERC-8004, "Giving Feedback"). */
export const RATING_DECIMALS = 18

/**
 * A rating, value / 10^decimals, as a text of fixed width: texts sort exactly as the numbers do, whatever their decimals.
 * `decimals` is at most 18.
 */
export const toSortableRating = (value: bigint, decimals: number): string =>
  (value * 10n ** BigInt(RATING_DECIMALS - decimals) + HALF).toString().padStart(LIMBS * LIMB, '0')

/** SQL for the sums of a column of such texts, limb by limb: fewer than 9 * 10^8 rows overflow none of them. */
export const limbSums = (column: string): string[] =>
  Array.from(
    { length: LIMBS },
    (_, i) => `cast(sum(cast(substr(${column}, ${1 + i * LIMB}, ${LIMB}) as integer)) as text)`,
  )

/** The sum of `count` ratings in units of 10^-18, from the sums of their limbs. */
export const sumOfLimbs = (sums: readonly string[], count: number): bigint =>
  sums.reduce((sum, limb) => sum * 10n ** BigInt(LIMB) + BigInt(limb), 0n) - BigInt(count) * HALF
