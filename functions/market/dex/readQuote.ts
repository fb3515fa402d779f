import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { priceImpactBps } from './priceImpact.ts'
import { quoteCalls, type Quotes, quotesOf } from './quoteCalls.ts'
import { settleRoute } from './settleRoute.ts'
import type { Route, Trade, WantedTrade } from './Trade.ts'

/** What a trade through its best route takes and gives at one block. */
export interface Quote extends Pick<Quotes, 'trade' | 'weth' | 'tokenIn' | 'tokenOut'> {
  readonly route: Route
  /** How many routes there are. */
  readonly compared: number
  readonly priceImpactBps: number
  readonly asOf: AsOf
}

/**
 * Quotes a trade from the chain itself, through Uniswap's QuoterV2: all routes of one or two pools at one block, in one
 * upstream request (a second one only where no quote succeeded).
 *
 * Throws role_not_configured, invalid_request for an address that is no token, no_route, insufficient_liquidity, and what a
 * chain read throws.
 */
export async function readQuote(chain: Chain, trade: WantedTrade): Promise<Quote> {
  const { value, asOf } = await chain.read((describe) => quoteCalls(describe, chain, trade))
  return quoteOf(chain, quotesOf(chain, trade, value), asOf)
}

/** The quote in what was read. Throws no_route, insufficient_liquidity. */
export async function quoteOf(chain: Chain, quotes: Quotes, asOf: AsOf): Promise<Quote> {
  const route = await settleRoute(chain, quotes, asOf)
  const { trade, weth, tokenIn, tokenOut, candidates } = quotes
  return {
    trade,
    weth,
    tokenIn,
    tokenOut,
    route,
    compared: candidates.length,
    priceImpactBps: priceImpactBps(route),
    asOf,
  }
}

const WHOLE_BPS = 10_000n

/**
 * The least that is received and the most that is paid, if the price may move by this many basis points. The least is never
 * zero, with which a swap could take everything and give nothing.
 */
export function limitsOf(
  { amountIn, amountOut }: Pick<Route, 'amountIn' | 'amountOut'>,
  kind: Trade['kind'],
  slippageBps: number,
): { minAmountOut: bigint; maxAmountIn: bigint } {
  const slippage = BigInt(slippageBps)
  const least = (amountOut * (WHOLE_BPS - slippage)) / WHOLE_BPS
  return kind === 'exactInput'
    ? { minAmountOut: least > 0n ? least : 1n, maxAmountIn: amountIn }
    : { minAmountOut: amountOut, maxAmountIn: (amountIn * (WHOLE_BPS + slippage) + WHOLE_BPS - 1n) / WHOLE_BPS }
}
