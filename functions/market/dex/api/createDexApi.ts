import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import type { Trade } from '../Trade.ts'
import type { DexEnv } from '../../env.ts'
import { askService, jsonOf } from '../../../../shared/provider/askService.ts'
import { parseProvider, ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'

const TIMEOUT_MS = 3000
/** A required field of the API, in per cent; no value that depends on it is used. */
const SLIPPAGE = 0.5

const address = z
  .string()
  .max(64)
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text) => getAddress(text))
const side = z.object({ token: address, amount: z.string().max(80) })
const token = z.object({ address })
const Kind = z.object({ type: z.string().max(32) })
/** A fee is a decimal string in this API, and a number in what it grew from. */
const Pool = z.object({
  address,
  fee: z.coerce.number().int().min(1).max(999_999),
  tokenIn: token,
  tokenOut: token,
})
const Answer = z.object({ routing: z.string().max(64), quote: z.unknown() })
const Classic = z.object({
  chainId: z.number().nullish(),
  input: side,
  output: side,
  route: z.array(z.array(z.unknown()).min(1)).min(1),
})
/** The API's answer if it has no quote; any other 404 is about its address. */
const NoQuotes = z.object({ errorCode: z.enum(['ResourceNotFound', 'QuoteAmountTooLowError']) })

/**
 * The trading API (https://api-docs.uniswap.org): `POST /quote` with the key in `x-api-key`. Only the pools of its route are
 * taken, and none of its amounts, addresses to call or calldata. Undefined where it is not configured.
 */
export function createDexApi(env: DexEnv, chainId: number): DexApi | undefined {
  const { DEX_API_URL: apiUrl, DEX_API_KEY: key } = env
  if (!apiUrl || !key) return undefined
  return {
    async findRoute(trade, swapper) {
      const response = await askService({
        provider: 'tradingApi',
        url: apiUrl,
        path: '/quote',
        headers: { 'x-api-key': key },
        json: requestOf(trade, swapper, chainId),
        answers: [200, 404],
        timeoutMs: TIMEOUT_MS,
      })
      const answer = jsonOf(response)
      return NoQuotes.safeParse(answer).success ? null : routeIn(answer, trade, chainId)
    },
  }
}

const requestOf = ({ tokenIn, tokenOut, kind, amount }: Trade, swapper: Address, chainId: number) => ({
  type: kind === 'exactInput' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
  amount: String(amount),
  tokenInChainId: chainId,
  tokenOutChainId: chainId,
  tokenIn,
  tokenOut,
  swapper,
  slippageTolerance: SLIPPAGE,
  protocols: ['V3'],
  routingPreference: 'BEST_PRICE',
})

function routeIn(answer: unknown, { kind, amount }: Trade, chainId: number): ClaimedRoute | null {
  const { routing, quote } = parseProvider(Answer, answer)
  if (routing !== 'CLASSIC') return null
  const { input, output, route, ...rest } = parseProvider(Classic, quote)
  if ((rest.chainId ?? chainId) !== chainId) throw new ProviderFailure('failed', 'the quote is for another chain')
  if ((kind === 'exactInput' ? input : output).amount !== String(amount))
    throw new ProviderFailure('failed', 'the quote is for another amount')
  const [pools = [], ...others] = route
  if (others.length > 0 || pools.length > 2) return null
  if (pools.some((pool) => parseProvider(Kind, pool).type !== 'v3-pool')) return null
  const [first, second] = pools.map(hopOf)
  if (!first) throw new ProviderFailure('failed', 'the route has no pools')
  return { tokenIn: input.token, tokenOut: output.token, hops: second ? [first, second] : [first] }
}

function hopOf(pool: unknown): ClaimedHop {
  const { address: at, fee, tokenIn, tokenOut } = parseProvider(Pool, pool)
  return { pool: at, fee, tokenIn: tokenIn.address, tokenOut: tokenOut.address }
}

/** One pool of a route that the trading API claims; nothing of it is verified. */
interface ClaimedHop {
  readonly pool: Address
  readonly fee: number
  readonly tokenIn: Address
  readonly tokenOut: Address
}

/** The used part of a trading API's answer: the pools of one route. */
export interface ClaimedRoute {
  /** Tokens of the trade, as the API understood it. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly hops: readonly [ClaimedHop] | readonly [ClaimedHop, ClaimedHop]
}

export interface DexApi {
  /**
   * One or two pools of Uniswap v3 for a trade; null where the API has no route, or only one of another kind: split, through
   * more pools or those of other protocols, or an order. Throws ProviderFailure.
   */
  findRoute(trade: Trade, swapper: Address): Promise<ClaimedRoute | null>
}
