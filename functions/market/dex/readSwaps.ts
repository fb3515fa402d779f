import type { Address, Hash } from 'viem'
import { uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { decodeEvent, topicsOf } from '../../../shared/events/decodeEvent.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../../shared/events/eventsFromNode.ts'

/** One swap in a pool. Amounts are base units from the pool's side: positive is paid into it. */
export interface PoolSwap {
  readonly blockNumber: number
  readonly logIndex: number
  readonly transactionHash: Hash
  /** Unix seconds; null if the node does not report it. */
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
  /** Whether there may be older swaps that were not read. */
  readonly truncated: boolean
}

interface Wanted {
  readonly pool: Address
  /** The block of the rest of the answer: no newer swap is a part of it. */
  readonly asOf: AsOf
  readonly limit: number
  /** The most requests for logs. */
  readonly requests?: number
}

/**
 * The newest swaps of a pool (its `Swap` events) up to a block, newest first, by bounded eth_getLogs. The pool must be known
 * to be one: another contract can log anything. Throws what reading logs throws, and upstream_failed for a node that is
 * behind the block.
 */
export async function readSwaps(
  chain: Chain,
  { pool, asOf, limit, requests = LOG_BOUNDS.requests }: Wanted,
): Promise<SwapPage> {
  const main = { stream: '', address: pool, topics: topicsOf(uniswapV3PoolAbi) }
  const last = Number(asOf.blockNumber)
  const page = await eventsFromNode(chain, { main, toBlock: last, limit: limit + 1 }, { ...LOG_BOUNDS, requests })
  if (page.toBlock < last) throw new ApiError('upstream_failed')
  const swaps = page.events.flatMap((log): PoolSwap[] => {
    const event = decodeEvent(uniswapV3PoolAbi, log)
    if (!event) return []
    const { blockNumber, logIndex, txHash: transactionHash, blockTime: timestamp } = log
    return [{ blockNumber, logIndex, transactionHash, timestamp, ...event.args }]
  })
  const { fromBlock, truncated } = page
  return { swaps: swaps.slice(0, limit), fromBlock, truncated: truncated || swaps.length > limit }
}
