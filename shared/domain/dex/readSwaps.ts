import type { Address, Hash } from 'viem'
import { uniswapV3PoolAbi } from '../../abi/uniswapV3.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import { decodeEvent, topicsOf } from '../../logs/decodeEvent.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../logs/eventsFromNode.ts'

/** One swap in a pool. Amounts are base units from the pool's side: positive is paid into it. */
export interface PoolSwap {
  readonly blockNumber: number
  readonly logIndex: number
  readonly transactionHash: Hash
  /** Unix seconds; null where the node does not say. */
  readonly timestamp: number | null
  readonly sender: Address
  readonly recipient: Address
  readonly amount0: bigint
  readonly amount1: bigint
  readonly sqrtPriceX96: bigint
  readonly liquidity: bigint
  readonly tick: number
}

export interface SwapPage {
  readonly swaps: readonly PoolSwap[]
  readonly fromBlock: number
  readonly toBlock: number
  /** There may be older ones that were not read. */
  readonly truncated: boolean
  readonly asOf: AsOf
}

/**
 * The newest swaps of a pool (its `Swap` events), newest first, by bounded eth_getLogs. The pool must be known to be one:
 * another contract can log anything. Throws what reading logs throws.
 */
export async function readSwaps(
  chain: Chain,
  pool: Address,
  limit: number,
  requests = LOG_BOUNDS.requests,
): Promise<SwapPage> {
  const main = { stream: '', address: pool, topics: topicsOf(uniswapV3PoolAbi) }
  const page = await eventsFromNode(chain, { main, limit: limit + 1 }, { ...LOG_BOUNDS, requests })
  const swaps = page.events.flatMap((log): PoolSwap[] => {
    const event = decodeEvent(uniswapV3PoolAbi, log)
    if (!event) return []
    const { blockNumber, logIndex, txHash: transactionHash, blockTime: timestamp } = log
    return [{ blockNumber, logIndex, transactionHash, timestamp, ...event.args }]
  })
  const { fromBlock, toBlock, truncated, asOf } = page
  return { swaps: swaps.slice(0, limit), fromBlock, toBlock, truncated: truncated || swaps.length > limit, asOf }
}
