import * as z from 'zod'
import { builderFields, names, NonZeroAddress } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { expiresAt, STALE_SECONDS } from '../expiry.ts'
import { textOrNull } from '../fields.ts'
import { tokenAmount } from '../tokenAmount.ts'

const MAX_AMOUNT = 10n ** 40n - 1n

/** An amount of a trade. */
export const tradeAmount = (field: string, description: string, more = '') =>
  tokenAmount({ field, min: 1n, max: MAX_AMOUNT, example: '1000000', description, more })
const traded = tradeAmount('amount', 'Amount of tokenIn with exactInput, or of tokenOut with exactOutput')

const NATIVE = 'the zero address stands for the native currency'

const Path = z
  .strictObject({
    fees: z
      .array(z.int().min(1).max(999_999))
      .min(1)
      .max(2)
      .meta({
        description: 'Fees of the pools in order, in hundredths of a basis point',
        example: [500, 3000],
      }),
    through: EvmAddress.optional().meta(
      names(`Token between the two pools; required with two fees; ${NATIVE}`, 'token: accepted'),
    ),
  })
  .refine(({ fees, through }) => (fees.length === 2) === (through !== undefined), {
    path: ['through'],
    error: 'is required with two fees; omit it with one fee',
  })
  .meta({ id: 'DexPath', description: 'Route of one or two pools. In a request: the only route to consider' })

/** Fields of a trade, for every operation about trades. */
export const tradeFields = {
  tokenIn: EvmAddress.meta(names(`Token to sell; ${NATIVE}`, 'token: issue')),
  tokenOut: EvmAddress.meta(names(`Token to buy; ${NATIVE}`, 'token: issue')),
  kind: z.enum(['exactInput', 'exactOutput']).default('exactInput').meta({
    description: 'exactInput: `amount` is the amount to sell; exactOutput: `amount` is the amount to buy',
    example: 'exactInput',
  }),
  amount: traded.base,
  amountDecimal: traded.decimal,
  path: Path.optional(),
  chainId: builderFields.chainId,
  minBlock: builderFields.minBlock,
} as const

/** Source of the route. */
export const source = z.enum(['chain', 'api']).default('chain').meta({
  description:
    'Source of the route. `chain`: compares all routes of one or two pools; `api`: uses the route of the deployment’s trading API, if it has one or two Uniswap v3 pools. In both cases the pools are checked and the trade is quoted onchain.',
  example: 'chain',
})
export const hasOneRoute = ({ path, source: from }: { path?: unknown; source: string }): boolean =>
  path === undefined || from === 'chain'
export const TWO_ROUTES = { path: ['path'], error: 'cannot be combined with `source: "api"`; omit one of them' }

const slippage = z.int({ error: 'must be an integer from 1 to 5000' }).min(1).max(5000)
export const slippageBps = slippage.optional().meta({
  description: 'Slippage tolerance, in basis points; default 50',
  example: 50,
})
export const DEFAULT_SLIPPAGE_BPS = 50
/** A limit further than this from the quote, in basis points, gives no protection. */
export const FAR_LIMIT_BPS = 500

export const deadlineSeconds = z
  .int()
  .min(30)
  .max(86_400)
  .default(600)
  .meta({ description: 'Seconds from now until the swap expires and reverts; default 600', example: 600 })

/** Two fields of one request that must name different tokens. */
export const differentTokens = <T extends { tokenIn: string; tokenOut: string }>({ tokenIn, tokenOut }: T): boolean =>
  tokenIn.toLowerCase() !== tokenOut.toLowerCase()
export const SAME_TOKEN = { path: ['tokenOut'], error: 'must differ from tokenIn' }

export const recipient = NonZeroAddress.refine((address) => !/^0x0{39}[12]$/.test(address), {
  error: 'must not be 0x…01 or 0x…02, which the router reads as the sender and as itself',
})

/** Fields of every token. */
export const tokenFields = {
  address: EvmAddress.describe(`Address of the token; ${NATIVE}`),
  symbol: z.string().nullable().meta({ description: 'Symbol of the token; null without one', example: 'WETH' }),
  decimals: z.int().nullable().meta({ description: 'Decimals of the token; null if not reported', example: 18 }),
} as const

export const DexToken = z.object(tokenFields).meta({ id: 'DexToken' })

/** A price of a pool; token0 is the token with the lower address. */
export const wholePrice = (of: string) =>
  textOrNull(`${of}: whole token1 per whole token0; null if a token has no decimals`)

export const DexHop = z
  .object({
    pool: EvmAddress.describe('Address of the pool'),
    fee: z.int().meta({ description: 'Fee of the pool, in hundredths of a basis point', example: 3000 }),
    tokenIn: EvmAddress.describe('Token that is paid in'),
    tokenOut: EvmAddress.describe('Token that is paid out'),
    sqrtPriceX96: Amount.describe(
      'Square root of the price before the trade: token1 per token0 in base units, times 2^96',
    ),
    sqrtPriceX96After: Amount.describe(
      'Square root of the price after the trade: token1 per token0 in base units, times 2^96',
    ),
    price: wholePrice('The price before the trade'),
    priceAfter: wholePrice('The price after the trade'),
    initializedTicksCrossed: z
      .int()
      .meta({ description: 'Number of initialized ticks that the trade crosses', example: 1 }),
  })
  .meta({ id: 'DexHop' })

/** Fields of a quote. */
export const quoteFields = {
  kind: z.enum(['exactInput', 'exactOutput']).meta({ description: 'Which amount is exact', example: 'exactInput' }),
  tokenIn: DexToken.describe('Token to sell'),
  tokenOut: DexToken.describe('Token to buy'),
  amountIn: Amount.describe('Amount of tokenIn that the trade costs as of the block of `asOf`, in base units'),
  amountOut: Amount.describe(
    'Amount of tokenOut that the pools pay out as of that block, in base units; a token with a transfer fee delivers less',
  ),
  slippageBps: z.int().nullable().meta({
    description: 'Slippage tolerance of the two limits, in basis points; null if the request set the limit',
    example: 50,
  }),
  minAmountOut: Amount.describe('Minimum that the pools pay out, in base units; the exact amount with exactOutput'),
  maxAmountIn: Amount.describe('Maximum that the trade may cost, in base units; the exact amount with exactInput'),
  priceImpactBps: z.int().meta({
    description:
      'Price impact: how much less the trade pays out than at the prices before it, in basis points, without pool fees',
    example: 12,
  }),
  route: z.array(DexHop).min(1).max(2).describe('Pools of the route, in order'),
  path: Path.describe('The route, in the form of `path` in a request'),
  routesCompared: z.int().meta({ description: 'Number of routes through existing pools', example: 4 }),
  gasEstimate: Amount.meta({
    description: 'Gas that the pools used in the quoter; a whole swap uses about 60000 more',
    example: '91000',
  }),
} as const

export const DexQuote = atOneBlock('DexQuote', {
  ...quoteFields,
  deadline: z.int().meta({
    description: 'Deadline of a swap with the default deadlineSeconds, counted from the block of `asOf`, unix seconds',
    example: 1780000600,
  }),
  expiresAt: expiresAt(
    `any trade can move the price, so a quote is valid for ${STALE_SECONDS.quote} seconds after the block of asOf`,
  ),
  warnings: z.array(z.string()).describe('Warnings about this trade'),
})
