import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { quoteAgain } from './quoteAgain.ts'
import type { Quotes } from './quoteCalls.ts'
import { bestOf } from './routesOf.ts'
import type { Route } from './Trade.ts'

/**
 * The best route. If no quote succeeded, the failed quotes are repeated at the same block in one request, with all the gas
 * that the node gives: a quote that crosses very many ticks needs more than its share.
 *
 * Throws no_route if no pools connect the tokens, insufficient_liquidity if those that do cannot fill the amount,
 * upstream_failed if the node's gas was not enough for a definite result.
 */
export async function settleRoute(
  chain: Chain,
  { trade, candidates, best }: Quotes,
  { blockNumber }: AsOf,
): Promise<Route> {
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
