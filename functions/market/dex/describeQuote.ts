import type * as z from 'zod'
import type { quoteFields } from '../../../schema/market/dexParts.ts'
import { type Quote, limitsOf } from './readQuote.ts'
import { sqrtPriceRatio } from '../../../shared/domain/dex/ticks.ts'
import { describeToken, wholePrice } from './describePool.ts'
import { type Hop, NATIVE, type Path, type Trade, type WantedTrade } from './Trade.ts'
import { givenIn } from '../../../shared/calldata/baseUnits.ts'
import type { GivenAmount } from '../../../schema/tokenAmount.ts'
import { STALE_SECONDS } from '../../../schema/expiry.ts'
import { expiresAt } from '../../../shared/calldata/expiresAt.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'

/** How long a swap stays valid unless a request says otherwise, in seconds. */
const DEADLINE_SECONDS = 600

/** The answer to a quote of the chain (DexQuote), without its block. */
export const quoteData = (quote: Quote, slippageBps: number, config: ChainConfig) => ({
  chainId: quote.asOf.chainId,
  ...describeQuote(quote, limitsOf(quote.route, quote.trade.kind, slippageBps), slippageBps),
  deadline: quote.asOf.timestamp + DEADLINE_SECONDS,
  expiresAt: expiresAt(quote.asOf, config, {}, STALE_SECONDS.quote),
  warnings: quoteWarnings(quote),
})

/** The limits of a trade, in base units. */
export interface Limits {
  readonly minAmountOut: bigint
  readonly maxAmountIn: bigint
}

type QuoteFields = z.output<z.ZodObject<typeof quoteFields>>

export const describeQuote = (quote: Quote, limits: Limits, slippageBps: number | null): QuoteFields => ({
  kind: quote.trade.kind,
  tokenIn: describeToken(quote.tokenIn),
  tokenOut: describeToken(quote.tokenOut),
  amountIn: String(quote.route.amountIn),
  amountOut: String(quote.route.amountOut),
  slippageBps,
  minAmountOut: String(limits.minAmountOut),
  maxAmountIn: String(limits.maxAmountIn),
  priceImpactBps: quote.priceImpactBps,
  route: quote.route.hops.map(describeHop),
  path: describePath(pathOf(quote)),
  routesCompared: quote.compared,
  gasEstimate: String(quote.route.gas),
})

function describeHop({ ticksCrossed, sqrtPriceX96, sqrtPriceX96After, decimals: [ofIn, ofOut], ...hop }: Hop) {
  const isForward = hop.tokenIn.toLowerCase() < hop.tokenOut.toLowerCase()
  const [token0, token1] = isForward ? [ofIn, ofOut] : [ofOut, ofIn]
  const pair = { token0: { decimals: token0 }, token1: { decimals: token1 } }
  return {
    ...hop,
    sqrtPriceX96: String(sqrtPriceX96),
    sqrtPriceX96After: String(sqrtPriceX96After),
    price: wholePrice(pair, sqrtPriceRatio(sqrtPriceX96)),
    priceAfter: wholePrice(pair, sqrtPriceRatio(sqrtPriceX96After)),
    initializedTicksCrossed: ticksCrossed,
  }
}

export function pathOf({ route: { hops } }: Pick<Quote, 'route'>): Path {
  const [first, second] = hops
  return { fees: hops.map(({ fee }) => fee), through: second && first?.tokenOut }
}

export const describePath = ({ fees, through }: Path) => ({ fees: [...fees], ...(through ? { through } : {}) })

/** A price impact of this many basis points is worth a warning. */
const HIGH_IMPACT = 100

export function quoteWarnings({ priceImpactBps, trade }: Quote): string[] {
  const isNative = [trade.tokenIn, trade.tokenOut].includes(NATIVE)
  return [
    priceImpactBps >= HIGH_IMPACT
      ? `High price impact: the trade pays out ${priceImpactBps / 100} % less than at the current prices, excluding pool fees. Trade a smaller amount, or split it into several trades over time.`
      : '',
    isNative ? 'The route wraps or unwraps the native currency, which costs gas beyond the estimate.' : '',
  ].filter((text) => text !== '')
}

/** The request's trade. */
export const tradeOf = ({
  tokenIn,
  tokenOut,
  kind,
  amount,
  amountDecimal,
  path,
}: Omit<Trade, 'amount'> & {
  readonly amount?: bigint | undefined
  readonly amountDecimal?: GivenAmount | undefined
}): WantedTrade => ({ tokenIn, tokenOut, kind, amount: givenIn(amount, amountDecimal), path })
