import { z } from '@hono/zod-openapi'
import { builderFields, NonZeroAddress } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { expiresAt, STALE_SECONDS } from '../expiry.ts'
import { tokenAmount } from '../tokenAmount.ts'

const MAX_AMOUNT = 10n ** 40n - 1n

/** An amount of a trade. */
export const tradeAmount = (field: string, description: string) =>
  tokenAmount({ field, min: 1n, max: MAX_AMOUNT, example: '1000000', description })
const traded = tradeAmount('amount', 'Amount of tokenIn with exactInput, of tokenOut with exactOutput')

const NATIVE = 'the zero address stands for the chain’s own currency'

const Path = z
  .strictObject({
    fees: z
      .array(z.int().min(1).max(999_999))
      .min(1)
      .max(2)
      .openapi({
        description: 'Fees of the pools, first to last, in hundredths of a basis point',
        example: [500, 3000],
      }),
    through: EvmAddress.optional().openapi({
      description: `Token between two pools, required with two fees; ${NATIVE}`,
    }),
  })
  .refine(({ fees, through }) => (fees.length === 2) === (through !== undefined), {
    path: ['through'],
    error: 'is required with two fees, and not taken with one',
  })
  .openapi('DexPath', { description: 'The only route to consider' })

/** What is traded, as every operation about a trade takes it. */
export const tradeFields = {
  tokenIn: EvmAddress.openapi({ description: `Token that is sold; ${NATIVE}` }),
  tokenOut: EvmAddress.openapi({ description: `Token that is bought; ${NATIVE}` }),
  kind: z
    .enum(['exactInput', 'exactOutput'])
    .default('exactInput')
    .openapi({ description: 'Whether `amount` is what is sold, or what is bought', example: 'exactInput' }),
  amount: traded.base,
  amountDecimal: traded.decimal,
  path: Path.optional(),
  chainId: builderFields.chainId,
} as const

/** Who chooses the route. */
export const source = z.enum(['chain', 'api']).default('chain').openapi({
  description:
    'Who chooses the route: `chain` compares all routes of one or two pools; `api` takes the one that the deployment’s trading API names, if it is one that `path` could name. Either way the pools are checked and the trade is quoted on the chain.',
  example: 'chain',
})
export const hasOneRoute = ({ path, source: from }: { path?: unknown; source: string }): boolean =>
  path === undefined || from === 'chain'
export const TWO_ROUTES = { path: ['path'], error: 'must not be given together with source: "api"' }

const slippage = z.int({ error: 'must be an integer from 1 to 5000' }).min(1).max(5000)
export const slippageBps = slippage.optional().openapi({
  description: 'How far the price may move against the trader, in basis points; 50 by default',
  example: 50,
})
export const DEFAULT_SLIPPAGE_BPS = 50
/** A limit further than this from what the trade gives or costs, in basis points, protects from nothing. */
export const FAR_LIMIT_BPS = 500

export const deadlineSeconds = z
  .int()
  .min(30)
  .max(86_400)
  .default(600)
  .openapi({ description: 'Seconds from now after which the swap reverts', example: 600 })

/** Two fields of one request that must name different tokens. */
export const differentTokens = <T extends { tokenIn: string; tokenOut: string }>({ tokenIn, tokenOut }: T): boolean =>
  tokenIn.toLowerCase() !== tokenOut.toLowerCase()
export const SAME_TOKEN = { path: ['tokenOut'], error: 'must be another token than tokenIn' }

export const recipient = NonZeroAddress.refine((address) => !/^0x0{39}[12]$/.test(address), {
  error: 'must not be 0x…01 or 0x…02, which stand for the sender and the router itself in a swap',
})

/** What is told of every token. */
export const tokenFields = {
  address: EvmAddress.openapi({ description: `The token; ${NATIVE}` }),
  symbol: z.string().nullable().openapi({ description: 'Its own symbol; null where it has none', example: 'WETH' }),
  decimals: z.int().nullable().openapi({ description: 'Its decimals; null where it does not say', example: 18 }),
} as const

export const DexToken = z.object(tokenFields).openapi('DexToken')

export const DexHop = z
  .object({
    pool: EvmAddress.openapi({ description: 'The pool' }),
    fee: z.int().openapi({ description: 'Its fee in hundredths of a basis point', example: 3000 }),
    tokenIn: EvmAddress.openapi({ description: 'What goes in' }),
    tokenOut: EvmAddress.openapi({ description: 'What comes out' }),
    sqrtPriceX96: Amount.openapi({
      description: 'Square root of the price before: token1 per token0 in base units, times 2^96',
    }),
    sqrtPriceX96After: Amount.openapi({ description: 'The same after the trade' }),
    initializedTicksCrossed: z
      .int()
      .openapi({ description: 'Ticks with liquidity that the trade crosses', example: 1 }),
  })
  .openapi('DexHop')

/** What a quote says about a trade. */
export const quoteFields = {
  kind: z.enum(['exactInput', 'exactOutput']).openapi({ description: 'Which amount is fixed', example: 'exactInput' }),
  tokenIn: DexToken.openapi({ description: 'What is sold' }),
  tokenOut: DexToken.openapi({ description: 'What is bought' }),
  amountIn: Amount.openapi({ description: 'What is paid at the block of asOf, in base units' }),
  amountOut: Amount.openapi({
    description:
      'What the pools pay out at that block, in base units; a token that takes a fee of transfers delivers less',
  }),
  slippageBps: z.int().nullable().openapi({
    description: 'Slippage behind the two limits, in basis points; null where the request set the limit',
    example: 50,
  }),
  minAmountOut: Amount.openapi({
    description: 'The least that the pools may pay out, in base units; the amount itself with exactOutput',
  }),
  maxAmountIn: Amount.openapi({
    description: 'The most that may be paid, in base units; the amount itself with exactInput',
  }),
  priceImpactBps: z.int().openapi({
    description:
      'How much less comes out than at the prices before the trade, in basis points, without the pools’ fees: what the size of the trade costs',
    example: 12,
  }),
  route: z.array(DexHop).min(1).max(2).openapi({ description: 'The pools, first to last' }),
  path: Path.openapi({ description: 'The same route as `path` of a request takes it' }),
  routesCompared: z.int().openapi({ description: 'How many routes of existing pools there are', example: 4 }),
  gasEstimate: Amount.openapi({
    description: 'Gas that the pools used in the quoter; a whole swap uses some 60000 more',
    example: '91000',
  }),
} as const

export const DexQuote = atOneBlock('DexQuote', {
  ...quoteFields,
  deadline: z.int().openapi({
    description: 'Unix seconds until which a swap with the default deadline would be valid',
    example: 1780000600,
  }),
  expiresAt: expiresAt(
    `prices move with any trade, so the quote counts for ${STALE_SECONDS.quote} seconds after the block of asOf`,
  ),
  warnings: z.array(z.string()).openapi({ description: 'What to know before trading' }),
})
