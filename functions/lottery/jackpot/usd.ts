import { formatUnits } from 'viem'

/** USD of a jackpot's numbers: integers with six decimals, prices are USD of one whole coin times 1e18. */

/** The value of `assets` base units of a coin, rounded down. */
export const usd1e6 = (assets: bigint, price: bigint, coinDecimals: number): bigint =>
  (assets * price) / 10n ** BigInt(coinDecimals + 12)

/** A decimal number without trailing zeros: 15250000n is "15.25". */
export const dollars = (usd: bigint | null): string | null => (usd === null ? null : formatUnits(usd, 6))

/** The reference ticket for caps: 10 000 USD, where the curve of chances is still straight. */
export const CAP_TICKET = 10_000_000_000n

/** A win's value times its chance is at most 0.3 % of the ticket. */
const FAIR_BPS = 30n

/** The most USD that a win of a ticket pays, given its chance in PPM; null if it cannot win. */
export const fairPrize = (ticket: bigint, chance: bigint): bigint | null =>
  chance === 0n ? null : (ticket * FAIR_BPS * 1_000_000n) / (10_000n * chance)
