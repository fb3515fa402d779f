/** A loan with interest up to the block, in WAD. */
export interface Loan {
  readonly debt: bigint
  readonly collateral: bigint
}

/** A requested amount, and what the pool turns it into; both in WAD. */
export interface Moved {
  readonly requested: bigint
  readonly wad: bigint
}

/** Effect of a call on a loan; null if it changes nothing, or if the result is not known. */
export interface Effect {
  readonly quote: Moved | null
  readonly collateral: Moved | null
  readonly after: Loan | null
}

/** Amounts, prices and rates are in WAD. */
const WAD = 10n ** 18n
/** The collateral that a loan requires: 104 % of its debt. */
const COVER = 104n
const YEAR = 31_536_000n

/** How long an approval to repay everything must suffice, in seconds. */
export const INTEREST_MARGIN = 3600n

/** Rounds an amount in the way that a pool does. */
export const floorToScale = (amount: bigint, scale: bigint): bigint => amount - (amount % scale)

/** Base units that a pool takes for an amount: a fraction of a unit is rounded up. */
export const toBaseUnits = (amount: bigint, scale: bigint): bigint => (amount + scale - 1n) / scale

export const feeOf = (amount: bigint, feeRate: bigint): bigint => (amount * feeRate + WAD / 2n) / WAD

/**
 * An upper bound of what a debt grows to within the margin, at the yearly rate: with x the interest of that time,
 * exp(x) < 1 + x + x^2 up to x = 1. A pool may raise its rate by a tenth in between.
 */
export function debtWithMargin(debt: bigint, rate: bigint): bigint {
  const x = (rate * 11n * INTEREST_MARGIN) / (10n * YEAR) + 1n
  return (debt * (WAD + x + (x * x) / WAD + 1n)) / WAD + 1n
}

/** Whether the collateral at a price is worth 104 % of the debt. */
export const isCovered = ({ debt, collateral }: Loan, price: bigint): boolean =>
  debt === 0n || collateral * price * 100n >= debt * WAD * COVER

/** Value of the collateral per 10000 of debt; null without debt. */
export const collateralizationBps = ({ debt, collateral }: Loan, price: bigint): bigint | null =>
  debt === 0n ? null : (collateral * price * 10_000n) / (debt * WAD)

/** The least that each loan of a pool must owe: a tenth of the mean, once there are ten loans. */
export const leastDebt = (poolDebt: bigint, loanCount: bigint): bigint =>
  loanCount < 10n ? 0n : poolDebt / loanCount / 10n
