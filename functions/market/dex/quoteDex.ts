import type { MarketHandler } from '../context.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../../schema/market/dexParts.ts'
import { readQuote } from './readQuote.ts'
import { routeQuote } from './api/routeQuote.ts'
import { tradeOf, quoteData } from './describeQuote.ts'

/**
 * Quotes a trade: getPool of the factory, slot0 of the pools, and the quotes of QuoterV2 for every route, at one block.
 *
 * Throws no_route, insufficient_liquidity, invalid_request for an address that is not a token, role_not_configured, what
 * the trading API's route throws if it is requested, and what a chain read throws.
 */
export const quoteDex: MarketHandler<'quoteDex'> = async ({ body }, context) => {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS, source } = body
  const quote = await routeQuote({ trade: tradeOf(body), source }, context, (trade) => readQuote(context.chain, trade))
  return { asOf: quote.asOf, data: quoteData(quote, slippageBps, context.chain.config) }
}
