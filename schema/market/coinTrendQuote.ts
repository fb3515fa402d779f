import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { builderFields, NonZeroAddress } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { Amount, answers, EvmAddress } from '../common.ts'
import { TREND_TAGS } from './coinTrendParts.ts'
import { DexQuote, differentTokens, SAME_TOKEN, slippageBps, tradeAmount, tradeFields } from './dexParts.ts'
import { CHAIN, operation } from '../operation.ts'
import { reads, roles } from '../needs.ts'

const sender = z.object({
  address: EvmAddress.openapi({ description: 'The sender of the request' }),
  balance: Amount.nullable().openapi({
    description:
      'What it holds of tokenIn, in base units; null for the chain’s own currency, or where the token does not say',
  }),
  allowance: Amount.nullable().openapi({
    description: 'What the router may take of that, in base units; null likewise',
  }),
})

export const TrendQuote = z
  .object({
    ...DexQuote.shape,
    sender: sender
      .nullable()
      .openapi({ description: 'Whether the sender could trade; null where the request names none' }),
  })
  .openapi('TrendQuote')

const sold = tradeAmount('amountIn', 'What is sold of tokenIn')

/** Quotes of trend coins, for everybody. No answer may be stored by anybody. */
export const coinTrendQuote = {
  quoteTrendTrade: operation({
    operationId: 'quoteTrendTrade',
    method: 'post',
    path: '/coin-trend/tradeQuote',
    tags: TREND_TAGS,
    summary: 'Quote a trade of a trend coin',
    description:
      'What an amount of a token buys at one block: the best of all routes of one pool, or of two that meet in a known token, as Uniswap’s QuoterV2 quotes them, and, if a sender is named, what it holds and has approved. The same trade is built by buildDexSwap. A coin that trades only elsewhere has no route here.',
    'x-limit': 'trendQuote',
    'x-answer': 'envelope',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-errors': [...CHAIN, 'no_route', 'insufficient_liquidity', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory', 'dexQuoter', 'dexRouter') },
    request: {
      body: jsonBody(
        withChoices(
          z
            .object({
              tokenIn: tradeFields.tokenIn,
              tokenOut: tradeFields.tokenOut,
              amountIn: sold.base,
              amountInDecimal: sold.decimal,
              sender: NonZeroAddress.optional().openapi({ description: 'Who would trade' }),
              slippageBps,
              chainId: builderFields.chainId,
            })
            .refine(differentTokens, SAME_TOKEN),
          'TrendQuoteRequest',
          { one: [['amountIn', 'amountInDecimal']] },
        ),
      ),
    },
    responses: answers('The quote as of one block', TrendQuote),
  }),
}
