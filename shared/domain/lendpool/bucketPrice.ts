/** The last bucket: the lowest price. Bucket 0 has the highest. */
export const LAST_BUCKET = 7388n
/** The bucket of price 1. */
export const PAR_BUCKET = 4156n

const WAD = 10n ** 18n
/** Binary logarithm of 1.005, the step from a bucket to the one before it, in WAD as the pools compute it. */
const STEP_LOG2 = 7_195_501_404_203_907n

/** Binary digits after the point of the exponent that the pools work with. */
const FRACTION_BITS = 64n

/** 2 to the power of 1/2, 1/4, 1/8 …, each times 2^64 and rounded: what a digit of the exponent multiplies the power by. */
const ROOTS: readonly bigint[] = rootsOfTwo()

/**
 * The price of a bucket of a lending pool, 0 to 7388: 1.005^(4156 - index) quote tokens for one collateral token, in WAD.
 * To the last digit as Ajna's pools compute it (`_priceAt` of PoolHelper.sol, by PRBMath's exp2), whose error is part of
 * what `limitIndex` is compared by.
 */
export function bucketPrice(index: bigint): bigint {
  const steps = PAR_BUCKET - index
  return steps < 0n ? (WAD * WAD) / exp2(-steps * STEP_LOG2) : exp2(steps * STEP_LOG2)
}

/**
 * The bucket by which a pool refuses what pushes its lowest utilized price below `price` (WAD), and nothing else: the last
 * one that is not cheaper. Lowest utilized prices are prices of buckets, so that no bound is lost by the conversion.
 */
export function bucketAtOrAbove(price: bigint): bigint {
  let [low, high] = [0n, LAST_BUCKET]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (bucketPrice(middle) >= price) low = middle
    else high = middle - 1n
  }
  return low
}

/** 2 to a power of zero or more, both in WAD; the last digits are those of PRBMath. */
function exp2(exponent: bigint): bigint {
  const binary = (exponent << FRACTION_BITS) / WAD
  let power = 1n << 191n
  ROOTS.forEach((root, i) => {
    if ((binary >> (FRACTION_BITS - 1n - BigInt(i))) & 1n) power = (power * root) >> FRACTION_BITS
  })
  return (power * WAD) >> (191n - (binary >> FRACTION_BITS))
}

function rootsOfTwo(): bigint[] {
  // Work with 64 digits more than are kept, so that rounding is right.
  const guard = 2n * FRACTION_BITS
  let root = 2n << guard
  return Array.from({ length: Number(FRACTION_BITS) }, () => {
    root = squareRoot(root << guard)
    return (root + (1n << (guard - FRACTION_BITS - 1n))) >> (guard - FRACTION_BITS)
  })
}

/** The integer square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
