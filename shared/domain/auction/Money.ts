import { formatUnits, zeroAddress, type Address } from 'viem'
import { plainTextOrNull } from '../../text/plainText.ts'
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

/** In an auction the zero address is the native currency, which has no contract to read. */
const native: Unit = { address: zeroAddress, symbol: 'ETH', decimals: 18 }

/** Built from what was read of the two tokens. */
export const readMoney = (currency: Unit, token: Unit): Money => ({
  currency: currency.address === zeroAddress ? native : unitOf(currency),
  token: unitOf(token),
})

const unitOf = ({ address, symbol, decimals }: Unit): Unit => ({
  address,
  symbol: ticker(plainTextOrNull(symbol, 64) ?? '') || null,
  decimals,
})

/** Share tokens of an early generation use "ws" where later ones have the square. */
export const ticker = (symbol: string): string => symbol.replace(/^ws(?=[A-Z0-9])/, '■')

/** A price in Q96 as currency for one whole token, to 18 significant digits; null if a token's decimals are unknown. */
export function humanPrice({ currency, token }: Money, priceQ96: bigint | null): string | null {
  if (priceQ96 === null || currency.decimals === null || token.decimals === null) return null
  return toDecimal(shiftDecimals({ over: priceQ96, under: 1n << 96n }, token.decimals - currency.decimals))
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
