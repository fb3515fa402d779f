import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { quoteCalls, type Quotes, quotesOf } from './quoteCalls.ts'
import type { Route, Trade, WantedTrade } from './Trade.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { quoteAgain } from './quoteAgain.ts'
import { bestOf } from './routesOf.ts'

const WHOLE_FEE = 1_000_000n
const Q192 = 2n ** 192n

/**
 * Price impact: how much less a trade pays out than at the prices before it, in basis points, without pool fees. At least 0,
 * rounded half up.
 */
function priceImpactBps({ hops, amountIn, amountOut }: Route): number {
  let [ideal, unit] = [amountIn, 1n]
  for (const { tokenIn, tokenOut, fee, sqrtPriceX96 } of hops) {
    const square = sqrtPriceX96 ** 2n
    const isForward = tokenIn.toLowerCase() < tokenOut.toLowerCase()
    ideal *= (isForward ? square : Q192) * (WHOLE_FEE - BigInt(fee))
    unit *= (isForward ? Q192 : square) * WHOLE_FEE
  }
  const lost = ideal - amountOut * unit
  return lost <= 0n || ideal === 0n ? 0 : Number((20_000n * lost + ideal) / (2n * ideal))
}

/** Cost and output of a trade through its best route, at one block. */
export interface Quote extends Pick<Quotes, 'trade' | 'weth' | 'tokenIn' | 'tokenOut'> {
  readonly route: Route
  /** How many routes there are. */
  readonly compared: number
  readonly priceImpactBps: number
  readonly asOf: AsOf
}

/**
 * Quotes a trade onchain, through Uniswap's QuoterV2: all routes of one or two pools at one block, in one upstream request
 * (a second one only if no quote succeeded).
 *
 * Throws role_not_configured, invalid_request for an address that is not a token, no_route, insufficient_liquidity, and what a
 * chain read throws.
 */
export async function readQuote(chain: Chain, trade: WantedTrade): Promise<Quote> {
  const { value, asOf } = await chain.read((describe) => quoteCalls(describe, chain, trade))
  return quoteOf(chain, quotesOf(chain, trade, value), asOf)
}

/** The quote from the reads. Throws no_route, insufficient_liquidity. */
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
 * Minimum output and maximum input for a slippage tolerance. The minimum is never zero: with zero, a swap could take
 * everything and pay out nothing.
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

/**
 * The best route. If no quote succeeded, the failed quotes are repeated at the same block in one request, with all the gas
 * that the node gives: a quote that crosses very many ticks needs more than its share.
 *
 * Throws no_route if no pools connect the tokens, insufficient_liquidity if those that do cannot fill the amount,
 * upstream_failed if the node's gas was not enough for a definite result.
 */
async function settleRoute(chain: Chain, { trade, candidates, best }: Quotes, { blockNumber }: AsOf): Promise<Route> {
  if (best) return best
  if (candidates.length === 0)
    throw new ApiError(
      'no_route',
      'tokenIn, tokenOut: no pool connects them, and no two pools that meet in a known token',
    )
  const failed = candidates.filter(({ quotes }) => quotes === null)
  const none = { routes: [], isShort: false }
  const again = failed.length > 0 ? await quoteAgain(chain, trade, failed, BigInt(blockNumber)) : none
  const route = bestOf(again.routes, trade.kind)
  if (route) return route
  if (again.isShort) throw new ApiError('upstream_failed')
  throw new ApiError(
    'insufficient_liquidity',
    `amount: ${candidates.length === 1 ? 'the only route cannot' : `none of ${candidates.length} routes can`} fill ${trade.amount}; send a smaller amount${trade.kind === 'exactInput' ? ', or a larger one if the output rounds to zero' : ''}`,
  )
}
