import type { TREND_STATUSES } from '../../../schema/market/coinTrendParts.ts'

export type TrendStatus = (typeof TREND_STATUSES)[number]

export type TrendFault = 'predicted_address_differs' | 'not_the_coin'

/** What a look at the chain has shown of a reserved ticker. */
export interface Sight<A extends string> {
  readonly predictedCoin: A
  /** Whether there is code at the predicted address. */
  readonly hasCode: boolean
  /** Symbol of what is there; null where it gives none. */
  readonly symbol: string | null
  /** The coin that the factory's event names for the ticker; null where none was seen. */
  readonly event: A | null
  /** Whether a pool with its creator token has liquidity; null where it needs none. */
  readonly hasMarket: boolean | null
}

export interface Standing<A extends string> {
  readonly status: TrendStatus
  readonly fault: TrendFault | null
  /** Where the coin is; null while it is not there. */
  readonly coin: A | null
}

/**
 * How far a ticker has come, by one look. The factory's event is the proof; without one, if `requireReceipt` is false, the
 * symbol of what is at the predicted address. A coin elsewhere than predicted is a failure: what was sent to the predicted
 * address would be lost.
 */
export function standingOf<A extends string>(
  { ticker, requireReceipt }: { readonly ticker: string; readonly requireReceipt: boolean },
  { predictedCoin, hasCode, symbol, event, hasMarket }: Sight<A>,
): Standing<A> {
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
