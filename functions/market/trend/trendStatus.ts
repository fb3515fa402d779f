import type { TREND_STATUSES } from '../../../schema/market/coinTrendParts.ts'

export type TrendStatus = (typeof TREND_STATUSES)[number]

export type TrendFault = 'predicted_address_differs' | 'not_the_coin'

/** What a poll of the chain found for a reserved ticker. */
export interface TickerReads<A extends string> {
  readonly predictedCoin: A
  /** Whether there is code at the predicted address. */
  readonly hasCode: boolean
  /** Symbol of the contract there; null without one. */
  readonly symbol: string | null
  /** The coin in the factory's event for the ticker; null without an event. */
  readonly event: A | null
  /** Whether a pool with its creator token has liquidity; null if it needs no market. */
  readonly hasMarket: boolean | null
}

export interface TickerState<A extends string> {
  readonly status: TrendStatus
  readonly fault: TrendFault | null
  /** Address of the coin; null until it is deployed. */
  readonly coin: A | null
}

/**
 * The state of a ticker by one poll. The proof is the factory's event, or, if `requireReceipt` is false, the symbol of the
 * contract at the predicted address. A coin at another address is a failure: tokens sent to the predicted address would be
 * lost.
 */
export function tickerStateOf<A extends string>(
  { ticker, requireReceipt }: { readonly ticker: string; readonly requireReceipt: boolean },
  { predictedCoin, hasCode, symbol, event, hasMarket }: TickerReads<A>,
): TickerState<A> {
  if (event !== null && event.toLowerCase() !== predictedCoin.toLowerCase())
    return { status: 'failed', fault: 'predicted_address_differs', coin: event }
  if (!hasCode) return { status: event === null ? 'predicted' : 'deploying', fault: null, coin: null }
  if (event === null) {
    if (requireReceipt) return { status: 'deploying', fault: null, coin: null }
    if (symbol?.toUpperCase() !== ticker) return { status: 'deploying', fault: 'not_the_coin', coin: null }
  }
  const status = hasMarket === null ? 'deployed' : hasMarket ? 'funnel_completed' : 'funnel_pending'
  return { status, fault: null, coin: predictedCoin }
}
