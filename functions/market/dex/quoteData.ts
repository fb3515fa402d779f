import { STALE_SECONDS } from '../../../schema/expiry.ts'
import { expiresAt } from '../../../shared/calldata/expiresAt.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { type Quote, limitsOf } from './readQuote.ts'
import { describeQuote, quoteWarnings } from './describeQuote.ts'

/** How long a swap stays valid unless a request says otherwise, in seconds. */
const DEADLINE_SECONDS = 600

/** What a quote of the chain answers (DexQuote), without its block. */
export const quoteData = (quote: Quote, slippageBps: number, config: ChainConfig) => ({
  chainId: quote.asOf.chainId,
  ...describeQuote(quote, limitsOf(quote.route, quote.trade.kind, slippageBps), slippageBps),
  deadline: quote.asOf.timestamp + DEADLINE_SECONDS,
  expiresAt: expiresAt(quote.asOf, config, {}, STALE_SECONDS.quote),
  warnings: quoteWarnings(quote),
})
