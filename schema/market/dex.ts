import { z } from '@hono/zod-openapi'
import { jsonBody, ok } from '../builder.ts'
import { builderFields, NonZeroAddress } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { answers } from '../common.ts'
import {
  deadlineSeconds,
  DexQuote,
  differentTokens,
  hasOneRoute,
  recipient,
  SAME_TOKEN,
  slippageBps,
  source,
  tradeAmount,
  tradeFields,
  TWO_ROUTES,
} from './dexParts.ts'
import { DexPoolHistory, DexQueryAnswer, DexQueryRequest, poolHistoryQuery } from './dexData.ts'
import { DexApproval, UnsignedSwap } from './dexSwap.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { reads, roles, type Needs, type Without } from '../needs.ts'

const DEX: Needs = roles('dexFactory', 'dexQuoter', 'dexRouter')
/** Who may be asked for a route. */
const byApi: Without = { error: 'dex_not_configured', when: '`source` is `api`' }
const DEX_API: Needs = { DEX_API_URL: byApi, DEX_API_KEY: byApi }

const TAGS: string[] = ['market']

const AMOUNT = ['amount', 'amountDecimal'] as const
const approved = tradeAmount('amount', 'What the router is to take')
const limit = tradeAmount(
  'limitAmount',
  'Instead of slippageBps: the least to be received with exactInput, the most to be paid with exactOutput; one more than 5 % beyond the quote is the issue limit_far_from_quote',
)

const trading = {
  method: 'post',
  tags: TAGS,
  'x-limit': 'dex',
  'x-auth': 'build',
  'x-authority': 'none',
  'x-body': { bound: 65_536, kind: 'object' },
  security: SECURITY.build,
} as const

/** What the trading API may answer in place of a route. */
const API = ['dex_not_configured', 'dex_provider_unavailable', 'dex_route_not_taken'] as const

/** Quotes and swaps in the pools of Uniswap v3. */
export const dex = {
  quoteDex: operation({
    ...trading,
    operationId: 'quoteDex',
    path: '/dex/quote',
    summary: 'Quote a trade',
    description:
      'What a trade gives, or costs, at one block: all routes of one pool, or of two that meet in a known token, are quoted by Uniswap’s QuoterV2 and the best is answered. Nothing is built or sent; to trade, use buildDexSwap, with the same `path` for the same route.',
    'x-answer': 'envelope',
    'x-errors': ['no_route', 'insufficient_liquidity', 'role_not_configured', ...API],
    'x-needs': { ...reads, ...DEX, ...DEX_API },
    request: {
      body: jsonBody(
        withChoices(
          z
            .object({ ...tradeFields, source, slippageBps })
            .refine(differentTokens, SAME_TOKEN)
            .refine(hasOneRoute, TWO_ROUTES),
          'DexQuoteRequest',
          { one: [AMOUNT] },
        ),
      ),
    },
    responses: answers('The quote as of one block', DexQuote),
  }),
  checkDexApproval: operation({
    ...trading,
    operationId: 'checkDexApproval',
    path: '/dex/checkApproval',
    summary: 'What the router may take of a token, and the approval that is missing',
    description:
      'Reads the allowance that an owner has given the configured router, and builds the approval of exactly the amount if it is short, with a reset to zero before it for tokens that require one. Nothing is sent. buildDexSwap includes the same approvals.',
    'x-answer': 'envelope',
    'x-errors': ['demo_vault', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexRouter') },
    request: {
      body: jsonBody(
        withChoices(
          z.object({
            token: NonZeroAddress.openapi({ description: 'ERC-20 token; the native currency needs no approval' }),
            amount: approved.base,
            amountDecimal: approved.decimal,
            owner: NonZeroAddress.optional().openapi({
              description: 'Whose tokens they are; the address that is signed in by default',
            }),
            chainId: builderFields.chainId,
          }),
          'DexApprovalRequest',
          { one: [AMOUNT] },
        ),
      ),
    },
    responses: answers('The allowance as of one block, and what is missing', DexApproval),
  }),
  buildDexSwap: operation({
    ...trading,
    operationId: 'buildDexSwap',
    'x-idempotency': 'calls',
    path: '/dex/swap',
    summary: 'Build a swap through the configured router',
    description:
      'Builds multicall(deadline, data) of Uniswap’s SwapRouter02 with one swap through the best route of one or two pools at one block, the least to be received or the most to be paid, and the approval of the token where it is missing. The native currency is wrapped and unwrapped by the router. Nothing is sent. For the price alone use quoteDex.',
    'x-answer': 'document',
    'x-errors': ['demo_vault', 'no_route', 'insufficient_liquidity', 'read_needed', 'role_not_configured', ...API],
    'x-needs': {
      ...DEX,
      ...DEX_API,
      RPC_URLS: { error: 'read_needed', when: 'the body lacks `path` or a limit' },
    },
    request: {
      body: jsonBody(
        withChoices(
          z
            .object({
              ...tradeFields,
              source,
              from: builderFields.from,
              slippageBps,
              limitAmount: limit.base,
              limitAmountDecimal: limit.decimal,
              deadlineSeconds,
              recipient: recipient
                .optional()
                .openapi({ description: 'Who gets what is bought; the sender by default' }),
            })
            .refine(differentTokens, SAME_TOKEN)
            .refine(hasOneRoute, TWO_ROUTES),
          'DexSwapRequest',
          { one: [AMOUNT], most: [['slippageBps', 'limitAmount', 'limitAmountDecimal']] },
        ),
      ),
    },
    responses: ok(UnsignedSwap),
  }),
  queryDex: operation({
    operationId: 'queryDex',
    method: 'post',
    path: '/dex/query',
    tags: TAGS,
    summary: 'Ask about pools and tokens',
    description:
      'Pools of a token, swaps of a pool, and trading by hours or days, under the names that subgraphs use. Everything is read from the chain: state at one block, and Swap events of bounded ranges of blocks, with `truncated` where those did not suffice. For prices over time from a pool’s own observations use getDexPoolHistory; for a price to trade at use quoteDex.',
    'x-limit': 'dex',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': [...CHAIN, 'not_a_pool', 'history_unavailable', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory', 'dexRouter') },
    request: { body: jsonBody(DexQueryRequest) },
    responses: answers('What was asked for', DexQueryAnswer),
  }),
  getDexPoolHistory: operation({
    operationId: 'getDexPoolHistory',
    method: 'get',
    path: '/dex/poolHistory',
    tags: TAGS,
    summary: 'Mean prices and liquidity of a pool over time',
    description:
      'Time-weighted mean price and liquidity of a pool for equal intervals that end at the block of asOf, from the pool’s own observations (`observe`), all at one block. For swaps and volumes use queryDex.',
    'x-limit': 'dex',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_pool', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory') },
    request: { query: poolHistoryQuery },
    responses: answers('The history as of one block', DexPoolHistory),
  }),
}
