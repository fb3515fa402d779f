import type { dex } from '../../../schema/dex.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../../schema/dexParts.ts'
import { readQuote } from '../../../shared/domain/dex/readQuote.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { MarketContext } from '../MarketContext.ts'
import { tradeOf } from './describeQuote.ts'
import { quoteData } from './quoteData.ts'

/**
 * Quotes a trade: getPool of the factory, slot0 of the pools, and the quotes of QuoterV2 for every route, at one block.
 *
 * Throws no_route, insufficient_liquidity, invalid_request for an address that is no token, role_not_configured, and what
 * a chain read throws.
 */
export const quoteDex: Handler<typeof dex.quoteDex, MarketContext> = async ({ body }, { chain }) => {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS } = body
  const quote = await readQuote(chain, tradeOf(body))
  return { asOf: quote.asOf, data: quoteData(quote, slippageBps) }
}
