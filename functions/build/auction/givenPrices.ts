import type { DecimalNumber } from '../../../schema/tokenAmount.ts'
import { humanPrice, priceQ96Of, priceTextOf } from '../../../shared/domain/auction/Money.ts'
import { shiftDecimals, toDecimal } from '../../../shared/domain/dex/Ratio.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Bidding } from './Bidding.ts'
import { LAST_TICK } from './biddingCalls.ts'
import { toTick } from './bidPrice.ts'

/** The prices of a body, each in one of two forms. */
type Prices = {
  readonly [F in 'maxPriceQ96' | 'prevTickPriceQ96']?: bigint | undefined
} & {
  readonly [F in 'maxPrice' | 'prevTickPrice']?: DecimalNumber | undefined
}

interface GivenPrices {
  /** The field of the highest price. */
  readonly field: 'maxPrice' | 'maxPriceQ96'
  /** In Q96. */
  readonly requested: bigint
  /** Start of the auction's search for its place, in Q96; undefined if the builder finds it. */
  readonly hint: bigint | undefined
}

/**
 * The prices of a body in Q96. A decimal one that a tick has to 18 significant digits is that tick; the hint has to be one.
 *
 * Throws invalid_request for a hint that is not below the highest price, and for a decimal price if decimals are unknown,
 * if contracts cannot count it, and if 18 digits do not separate the ticks of the auction.
 */
export function givenPrices(bidding: Bidding, body: Prices): GivenPrices {
  const field = body.maxPrice ? 'maxPrice' : 'maxPriceQ96'
  const requested = body.maxPrice ? inQ96(bidding, field, body.maxPrice) : body.maxPriceQ96
  if (requested === undefined) throw new Error('the schema of the body requires one of two fields')
  const ofHint = body.prevTickPrice ? 'prevTickPrice' : 'prevTickPriceQ96'
  const hint = body.prevTickPrice
    ? toTick(bidding.terms, inQ96(bidding, ofHint, body.prevTickPrice))
    : body.prevTickPriceQ96
  if (hint !== undefined && hint >= requested)
    throw new ApiError('invalid_request', `${ofHint}: must be below ${field} ${priceTextOf(bidding.money)(requested)}`)
  return { field, requested, hint }
}

function inQ96({ money, terms }: Bidding, field: string, decimal: DecimalNumber): bigint {
  const refused = (reason: string) =>
    new ApiError('invalid_request', `${field}: ${reason}; pass ${field}Q96 instead of ${field}`)
  const exact = priceQ96Of(money, decimal)
  if (exact === null) throw refused('the decimals of the currency or of the token on sale are unknown')
  if (exact >= LAST_TICK) throw refused('is past 2^256 in Q96')
  const tick = toTick(terms, exact)
  const shown = humanPrice(money, tick)
  if (tick > 0n && shown === humanPrice(money, tick - terms.tickSpacing))
    throw refused('18 significant digits do not separate the ticks of this auction')
  return shown === decimalText(decimal) ? tick : exact
}

/** As humanPrice writes it. */
const decimalText = ({ digits, fractionDigits }: DecimalNumber): string =>
  toDecimal(shiftDecimals({ over: digits, under: 1n }, -fractionDigits), 18, 'up')
