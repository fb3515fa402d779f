import { decodeFunctionResult, numberToHex, type Address, type Hex } from 'viem'
import { encodeCall } from '../../abi/encodeCall.ts'
import { isBytes } from '../../chain/bytes.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import { kindOf } from '../../chain/nodeErrors.ts'
import { ofChain } from '../../chain/ofChain.ts'
import type { RpcCall, RpcReply } from '../../chain/rpc.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { encodePath } from './encodePath.ts'
import { quoterAbi } from './quoterAbi.ts'
import type { Quotes } from './quoteCalls.ts'
import { bestOf, type Candidate, type KnownPool, routeOf } from './routesOf.ts'
import type { Route, Trade } from './Trade.ts'

/** How many routes whose quote failed are asked for again, each by itself. */
const AGAIN = 4

/**
 * The best route. Where no quote succeeded, those that failed are asked for again at the same block, with all the gas that
 * the node gives, in one request: a quote that crosses very many ticks needs more than its share.
 *
 * Throws no_route if no pools connect the tokens, insufficient_liquidity if those that do cannot fill the amount,
 * upstream_failed if the node's gas was not enough to tell.
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
      'tokenIn, tokenOut: no pool, and no two pools that meet in a known token, connect them',
    )
  const failed = candidates.filter(({ quotes }) => quotes === null).slice(0, AGAIN)
  const routes = failed.length > 0 ? await askAgain(chain, trade, failed, BigInt(blockNumber)) : []
  const route = bestOf(routes, trade.kind)
  if (route) return route
  throw new ApiError(
    'insufficient_liquidity',
    `amount: ${candidates.length === 1 ? 'the only route' : `none of ${candidates.length} routes`} can fill ${trade.amount}; trade ${trade.kind === 'exactInput' ? 'another amount: less if the pools are too small, more if nothing would come out' : 'a smaller amount'}`,
  )
}

async function askAgain(chain: Chain, trade: Trade, candidates: readonly Candidate[], block: bigint): Promise<Route[]> {
  const quoter = chain.role('dexQuoter')
  const calls = candidates.map(({ pools }) => quoteAlone(quoter, trade, pools, numberToHex(block)))
  const isOfChain = ofChain(chain.config.chainId)
  const [, ...replies] = await chain.rpc.send([{ method: 'eth_chainId', params: [] }, ...calls], {
    judge: (own) => (own.slice(1).some(isFailing) ? 'unusable' : isOfChain(own)),
  })
  return candidates.flatMap((candidate, i) => {
    const quotes = quotesIn(trade, candidate.pools, replies[i])
    return routeOf({ ...candidate, quotes }, trade) ?? []
  })
}

/** A node that lacks the gas, or has not got the block, tells nothing about the pools. */
const isFailing = (reply: RpcReply): boolean =>
  'error' in reply && !['reverted', 'halted'].includes(kindOf(reply.error))

const functionOf = (kind: Trade['kind']) => (kind === 'exactInput' ? 'quoteExactInput' : 'quoteExactOutput')

function quoteAlone(quoter: Address, { kind, amount }: Trade, pools: readonly KnownPool[], block: Hex): RpcCall {
  const item = quoterAbi.find((entry) => entry.type === 'function' && entry.name === functionOf(kind))
  if (item?.type !== 'function') throw new Error('the ABI has no such quote')
  const data = encodeCall(item, [encodePath(pools, kind), amount])
  return { method: 'eth_call', params: [{ to: quoter, data }, block] }
}

/** The quotes in a reply, in the order of the pools; the gas of all is told with the last one. */
function quotesIn({ kind }: Trade, pools: readonly KnownPool[], reply: RpcReply | undefined): Candidate['quotes'] {
  if (!reply || !('result' in reply) || !isBytes(reply.result)) return null
  const [amount, after, ticks, gas] = decodeFunctionResult({
    abi: quoterAbi,
    functionName: functionOf(kind),
    data: reply.result,
  })
  if (after.length !== pools.length || ticks.length !== pools.length) throw new ApiError('upstream_failed')
  const ordered = after.map((price, i) => [amount, price, ticks[i] ?? 0, i === 0 ? gas : 0n] as const)
  return kind === 'exactInput' ? ordered : ordered.toReversed()
}
