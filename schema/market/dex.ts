import * as z from 'zod'
import { jsonBody, ok } from '../builder.ts'
import { builderFields, names, NonZeroAddress } from '../calldata.ts'
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
/** The trading API, which may choose the route. */
const byApi: Without = { error: 'dex_not_configured', when: '`source` is `api`' }
const DEX_API: Needs = { DEX_API_URL: byApi, DEX_API_KEY: byApi }

const TAGS: string[] = ['market']

const AMOUNT = ['amount', 'amountDecimal'] as const
const approved = tradeAmount('amount', 'Amount that the router may take')
const limit = tradeAmount(
  'limitAmount',
  'Minimum tokenOut with exactInput, or maximum tokenIn with exactOutput',
  '; replaces slippageBps. A limit more than 5 % worse than the quote is reported as limit_far_from_quote',
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

/** Errors if the trading API gives no usable route. */
const API = ['dex_not_configured', 'dex_provider_unavailable', 'dex_route_not_taken'] as const

/** Quotes and swaps in the pools of Uniswap v3. */
export const dex = {
  quoteDex: operation({
    ...trading,
    operationId: 'quoteDex',
    path: '/dex/quote',
    summary: 'Quote a trade',
    description:
      'Returns what a trade pays out or costs as of one block. Uniswap’s QuoterV2 quotes all routes of one pool, or of two pools that meet in a known token; the response has the best. Nothing is built or sent. To trade, call buildDexSwap with the returned `path`.',
    'x-answer': 'envelope',
    'x-errors': ['no_route', 'insufficient_liquidity', 'role_not_configured', ...API],
    'x-needs': { ...reads, ...DEX, ...DEX_API },
    request: {
      body: jsonBody(
        withChoices(
          z
            .strictObject({ ...tradeFields, source, slippageBps })
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
    summary: 'Check a router allowance and build the approval',
    description:
      'Reads the owner’s allowance for the configured router. If it is too low, builds the approval of exactly `amount`, after a reset to zero for tokens that require it. Nothing is sent. buildDexSwap includes the same approvals.',
    'x-answer': 'envelope',
    'x-errors': ['demo_vault', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexRouter') },
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            token: NonZeroAddress.meta(
              names('ERC-20 token to approve; the native currency needs no approval', 'token: accepted'),
            ),
            amount: approved.base,
            amountDecimal: approved.decimal,
            owner: NonZeroAddress.optional().meta(
              names('Owner of the tokens; default: the signed-in address', 'account'),
            ),
            chainId: builderFields.chainId,
            minBlock: builderFields.minBlock,
          }),
          'DexApprovalRequest',
          { one: [AMOUNT] },
        ),
      ),
    },
    responses: answers('The allowance as of one block, and the missing approval', DexApproval),
  }),
  buildDexSwap: operation({
    ...trading,
    operationId: 'buildDexSwap',
    'x-idempotency': 'calls',
    path: '/dex/swap',
    summary: 'Build a swap through the configured router',
    description:
      'Builds a swap through the best route of one or two pools as of one block: `multicall(deadline, data)` of Uniswap’s SwapRouter02, with a slippage limit and any missing approval. The router wraps and unwraps the native currency. Nothing is sent. For the price alone, use quoteDex.',
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
            .strictObject({
              ...tradeFields,
              source,
              from: builderFields.from,
              slippageBps,
              limitAmount: limit.base,
              limitAmountDecimal: limit.decimal,
              deadlineSeconds,
              recipient: recipient
                .optional()
                .meta(names('Receiver of the bought tokens; default: the sender', 'account')),
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
    summary: 'Query pools, tokens and their trading',
    description:
      'Returns pools of a token, swaps of a pool, or trading by hour or day, under the names that subgraphs use. It reads state as of one block and Swap events of a bounded range; `truncated` says that the answer was cut. For mean prices over time use getDexPoolHistory; for a trade price, quoteDex.',
    'x-limit': 'dex',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': [...CHAIN, 'not_a_pool', 'history_unavailable', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory', 'dexRouter') },
    request: { body: jsonBody(DexQueryRequest) },
    responses: answers('The result of the query', DexQueryAnswer),
  }),
  getDexPoolHistory: operation({
    operationId: 'getDexPoolHistory',
    method: 'get',
    path: '/dex/poolHistory',
    tags: TAGS,
    summary: 'Get mean prices and liquidity of a pool over time',
    description:
      'Returns time-weighted mean prices and liquidity of a pool in equal intervals that end at the block of `asOf`, from the pool’s own observations (`observe`). For swaps and volumes, use queryDex.',
    'x-limit': 'dex',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_pool', 'role_not_configured'],
    'x-needs': { ...reads, ...roles('dexFactory') },
    request: { query: poolHistoryQuery },
    responses: answers('The history as of one block', DexPoolHistory),
  }),
}
