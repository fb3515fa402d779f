/** The last bucket: the lowest price. Bucket 0 has the highest. */
export const LAST_BUCKET = 7388n
/** The bucket of price 1. */
export const PAR_BUCKET = 4156n

const WAD = 10n ** 18n
/** Binary logarithm of 1.005, the step from a bucket to the one before it, in WAD as the pools compute it. */
const STEP_LOG2 = 7_195_501_404_203_907n

/** Binary digits after the point in the exponent that the pools use. */
const FRACTION_BITS = 64n

/** 2 to the power of 1/2, 1/4, 1/8 …, each times 2^64 and rounded: the factor for each digit of the exponent. */
const ROOTS: readonly bigint[] = rootsOfTwo()

/**
 * The price of a bucket of a lending pool, 0 to 7388: 1.005^(4156 - index) quote tokens for one collateral token, in
 * WAD. Exact to the last digit of what Ajna's pools compute (`_priceAt` of PoolHelper.sol, by PRBMath's exp2), since
 * `limitIndex` is compared with their value, rounding error included.
 */
export function bucketPrice(index: bigint): bigint {
  const steps = PAR_BUCKET - index
  return steps < 0n ? (WAD * WAD) / exp2(-steps * STEP_LOG2) : exp2(steps * STEP_LOG2)
}

/**
 * The bucket for which a pool refuses exactly the calls that push its lowest utilized price below `price` (WAD): the
 * last one that is not cheaper. Lowest utilized prices are bucket prices, so the conversion loses nothing.
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

/** 2 to a power of zero or more, both in WAD; the last digits match PRBMath's. */
function exp2(exponent: bigint): bigint {
  const binary = (exponent << FRACTION_BITS) / WAD
  let power = 1n << 191n
  ROOTS.forEach((root, i) => {
    if ((binary >> (FRACTION_BITS - 1n - BigInt(i))) & 1n) power = (power * root) >> FRACTION_BITS
  })
  return (power * WAD) >> (191n - (binary >> FRACTION_BITS))
}

function rootsOfTwo(): bigint[] {
  // Work with 64 more digits than are kept, so that rounding is correct.
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
