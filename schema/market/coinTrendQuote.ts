import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { builderFields, NonZeroAddress } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { answers, EvmAddress } from '../common.ts'
import { amountOrNull } from '../fields.ts'
import { TREND_TAGS } from './coinTrendParts.ts'
import { DexQuote, differentTokens, SAME_TOKEN, slippageBps, tradeAmount, tradeFields } from './dexParts.ts'
import { CHAIN, operation } from '../operation.ts'
import { reads, roles } from '../needs.ts'

const sender = z.object({
  address: EvmAddress.describe('The `sender` of the request'),
  balance: amountOrNull('Sender’s balance of tokenIn, in base units; null for the native currency, or if unreadable'),
  allowance: amountOrNull(
    'Router’s allowance for the sender’s tokenIn, in base units; null for the native currency, or if unreadable',
  ),
})

export const TrendQuote = z
  .object({
    ...DexQuote.shape,
    sender: sender.nullable().describe('Balance and allowance of the sender; null if the request has no `sender`'),
  })
  .meta({ id: 'TrendQuote' })

const sold = tradeAmount('amountIn', 'Amount of tokenIn to sell')

/** Public quotes of trend coins. Answers are never cached. */
export const coinTrendQuote = {
  quoteTrendTrade: operation({
    operationId: 'quoteTrendTrade',
    method: 'post',
    path: '/coin-trend/tradeQuote',
    tags: TREND_TAGS,
    summary: 'Quote a trade of a trend coin',
    description:
      'Returns what an amount of tokenIn buys as of one block, through the best route of one or two Uniswap v3 pools, quoted by QuoterV2. With `sender`, it adds that address’s balance and allowance. buildDexSwap builds the same trade. A coin without such pools is 422 `no_route`.',
    'x-limit': 'trendQuote',
    'x-answer': 'envelope',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-errors': [...CHAIN, 'no_route', 'insufficient_liquidity', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory', 'dexQuoter', 'dexRouter') },
    request: {
      body: jsonBody(
        withChoices(
          z
            .strictObject({
              tokenIn: tradeFields.tokenIn,
              tokenOut: tradeFields.tokenOut,
              amountIn: sold.base,
              amountInDecimal: sold.decimal,
              sender: NonZeroAddress.optional().describe('Address that would trade'),
              slippageBps,
              chainId: builderFields.chainId,
              minBlock: builderFields.minBlock,
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
