import type { dex } from '../../../schema/dex.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../../schema/dexParts.ts'
import { limitsOf, readQuote } from '../../../shared/domain/dex/readQuote.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { MarketContext } from '../MarketContext.ts'
import { describeQuote, quoteWarnings, tradeOf } from './describeQuote.ts'

/** How long a swap stays valid unless a request says otherwise, in seconds. */
const DEADLINE_SECONDS = 600

/**
 * Quotes a trade: getPool of the factory, slot0 of the pools, and the quotes of QuoterV2 for every route, at one block.
 *
 * Throws no_route, insufficient_liquidity, invalid_request for an address that is no token, role_not_configured, and what
 * a chain read throws.
 */
export const quoteDex: Handler<typeof dex.quoteDex, MarketContext> = async ({ body }, { chain }) => {
  const { slippageBps = DEFAULT_SLIPPAGE_BPS } = body
  const quote = await readQuote(chain, tradeOf(body))
  const { asOf, route, trade } = quote
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      ...describeQuote(quote, limitsOf(route, trade.kind, slippageBps), slippageBps),
      deadline: asOf.timestamp + DEADLINE_SECONDS,
      warnings: quoteWarnings(quote),
    },
  }
}
