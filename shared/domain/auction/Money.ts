import { formatUnits, zeroAddress, type Address } from 'viem'
import type { DecimalNumber } from '../../../schema/tokenAmount.ts'
import { plainTextOrNull } from '../../text/plainText.ts'
import { NATIVE_LABEL } from '../../text/wording.ts'
import { shiftDecimals, toDecimal } from '../dex/Ratio.ts'

/** The token in which an amount is counted, as its contract reports it; null for what was not read. */
export interface Unit {
  readonly address: Address | null
  readonly symbol: string | null
  readonly decimals: number | null
}

/** An auction's currency, and the token that it sells. */
export interface Money {
  readonly currency: Unit
  readonly token: Unit
}

/** Built from what was read of the two tokens; the native currency, at the zero address, has no contract to read. */
export const readMoney = (currency: Unit, token: Unit): Money => ({
  currency: currency.address === zeroAddress ? NATIVE_LABEL : unitOf(currency),
  token: unitOf(token),
})

const unitOf = ({ address, symbol, decimals }: Unit): Unit => ({
  address,
  symbol: ticker(plainTextOrNull(symbol, 64) ?? '') || null,
  decimals,
})

/** Share tokens of an early generation use "ws" where later ones have the square. */
export const ticker = (symbol: string): string => symbol.replace(/^ws(?=[A-Z0-9])/, '■')

/** One base unit of the currency for one of the token, in Q96. */
const Q96 = 1n << 96n

/**
 * A price in Q96 (base units of the currency for one of the token, times 2^96) as currency for one whole token, to 18
 * significant digits; null if a token's decimals are unknown. Rounded up, so that priceQ96Of, which rounds down, reaches
 * the same tick again.
 */
export function humanPrice({ currency, token }: Money, priceQ96: bigint | null): string | null {
  if (priceQ96 === null || currency.decimals === null || token.decimals === null) return null
  return toDecimal(shiftDecimals({ over: priceQ96, under: Q96 }, token.decimals - currency.decimals), 18, 'up')
}

/** Writes prices in Q96 for a person, with the decimal form where it is known. */
export const priceTextOf =
  (money: Money) =>
  (priceQ96: bigint): string => {
    const human = humanPrice(money, priceQ96)
    return human === null ? String(priceQ96) : `${human} (${priceQ96} in Q96)`
  }

/** The highest price in Q96 that is not above a price in currency for one whole token; null if decimals are unknown. */
export function priceQ96Of({ currency, token }: Money, { digits, fractionDigits }: DecimalNumber): bigint | null {
  if (currency.decimals === null || token.decimals === null) return null
  const { over, under } = shiftDecimals(
    { over: digits * Q96, under: 1n },
    currency.decimals - token.decimals - fractionDigits,
  )
  return over / under
}

/** Base units as whole tokens, exactly. */
export const humanAmount = ({ decimals }: Unit, amount: bigint | null): string | null =>
  amount === null || decimals === null ? null : formatUnits(amount, decimals)

/** The fields for currency and token in every answer about an auction. */
export const moneyFields = ({ currency, token }: Money) => ({
  currency: currency.address,
  currencySymbol: currency.symbol,
  currencyDecimals: currency.decimals,
  auctionToken: token.address,
  auctionTokenSymbol: token.symbol,
  auctionTokenDecimals: token.decimals,
})
