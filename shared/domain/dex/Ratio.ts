/** A positive rational number. */
export interface Ratio {
  readonly over: bigint
  readonly under: bigint
}

export const invert = ({ over, under }: Ratio): Ratio => ({ over: under, under: over })

/** The ratio times a power of ten, which may be negative. */
export const shiftDecimals = ({ over, under }: Ratio, fractionDigits: number): Ratio =>
  fractionDigits >= 0
    ? { over: over * 10n ** BigInt(fractionDigits), under }
    : { over, under: under * 10n ** BigInt(-fractionDigits) }

/**
 * A ratio as a decimal number without exponent, to `digits` significant digits, without trailing zeros after the point:
 * rounded half up, or up.
 */
export function toDecimal({ over, under }: Ratio, digits = 18, rounding: 'halfUp' | 'up' = 'halfUp'): string {
  // Fraction digits that leave one or two digits more than requested.
  const fractionDigits = digits + 1 + under.toString().length - over.toString().length
  const scaled = shiftDecimals({ over, under }, fractionDigits)
  const value = rounding === 'up' ? divideUp(scaled.over, scaled.under) : scaled.over / scaled.under
  const surplus = Math.max(0, value.toString().length - digits)
  const unit = 10n ** BigInt(surplus)
  const rounded = rounding === 'up' ? divideUp(value, unit) : (value + unit / 2n) / unit
  return insertPoint(rounded, fractionDigits - surplus)
}

const divideUp = (over: bigint, under: bigint): bigint => (over + under - 1n) / under

/** `value` divided by ten to the power of `fractionDigits`. */
function insertPoint(value: bigint, fractionDigits: number): string {
  if (fractionDigits <= 0) return (value * 10n ** BigInt(-fractionDigits)).toString()
  const text = value.toString().padStart(fractionDigits + 1, '0')
  return `${text.slice(0, -fractionDigits)}.${text.slice(-fractionDigits)}`.replace(/\.?0+$/, '')
}

/** The share of `part` in `whole`, in basis points, rounded down; 0 if `whole` is zero. */
export const bpsOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole))

/**
 * The same for values that may not have been read: null if either is unknown, the whole is zero, or the part is larger
 * than the whole.
 */
export const knownBpsOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || !whole || part > whole ? null : bpsOf(part, whole)
