import type { TrendHandler } from './TrendContext.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../../schema/market/dexParts.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { givenIn } from '../../../shared/calldata/baseUnits.ts'
import { quoteCalls, quotesOf } from '../dex/quoteCalls.ts'
import { quoteOf } from '../dex/readQuote.ts'
import { NATIVE } from '../dex/Trade.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { quoteData } from '../dex/describeQuote.ts'

/**
 * Quotes an exact amount of a token, with the sender's balance and allowance, at one block in one upstream request.
 *
 * Throws no_route, insufficient_liquidity, invalid_request for an address that is not a token, role_not_configured, and what
 * a chain read throws.
 */
export const quoteTrendTrade: TrendHandler<'quoteTrendTrade'> = async (
  { body: { tokenIn, tokenOut, amountIn, amountInDecimal, sender, slippageBps = DEFAULT_SLIPPAGE_BPS } },
  { chain },
) => {
  const router = chain.role('dexRouter')
  const trade = { tokenIn, tokenOut, kind: 'exactInput', amount: givenIn(amountIn, amountInDecimal) } as const
  const { value, asOf } = await chain.read((describe) => {
    const token = describe.at(tokenIn, erc20Abi)
    const held =
      sender === undefined || tokenIn === NATIVE
        ? null
        : { balance: token('balanceOf', [sender]), allowance: token('allowance', [sender, router]) }
    return { quotes: quoteCalls(describe, chain, trade), held }
  })
  const quote = await quoteOf(chain, quotesOf(chain, trade, value.quotes), asOf)
  return {
    asOf,
    data: {
      ...quoteData(quote, slippageBps, chain.config),
      sender:
        sender === undefined
          ? null
          : {
              address: sender,
              balance: decimal(value.held?.balance ?? null),
              allowance: decimal(value.held?.allowance ?? null),
            },
    },
  }
}
