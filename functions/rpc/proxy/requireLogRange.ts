import type { RpcCall } from '../../../schema/rpcProxy.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fieldOf } from './allowedMethods.ts'
import type { Heights } from './createHeights.ts'
import { isRecord, quantity } from './quantity.ts'

/** How far apart the first and the last block of a filter may be. */
export const MAX_RANGE = 10_000n

/**
 * Throws invalid_request if one of the calls asks for the logs of too many blocks. Names of blocks are what they are now;
 * the filter goes on with the names, so it reaches whatever is the newest block when the node reads it.
 */
export async function requireLogRange(calls: readonly RpcCall[], isBatch: boolean, heights: Heights): Promise<void> {
  for (const [i, { method, params }] of calls.entries()) {
    if (method !== 'eth_getLogs') continue
    const [filter] = params
    const field = (name: string) => fieldOf(isBatch ? i : undefined, `params.0.${name}`)
    if (!isRecord(filter)) continue
    const { blockHash, fromBlock, toBlock } = filter
    if (isGiven(blockHash)) {
      if (isGiven(fromBlock) || isGiven(toBlock))
        throw new ApiError('invalid_request', `${field('blockHash')}: send it alone, or a range of blocks`)
      continue
    }
    const range = { fromBlock: isGiven(fromBlock) ? fromBlock : 'latest', toBlock: isGiven(toBlock) ? toBlock : 'latest' }
    if (range.fromBlock === range.toBlock) continue
    const number = async (name: 'fromBlock' | 'toBlock') => {
      const found = await numberOf(range[name], heights)
      if (found === undefined)
        throw new ApiError(
          'invalid_request',
          `${field(name)}: must be a number as 0x and hex digits, or earliest, latest, safe, finalized or pending`,
        )
      return found
    }
    if ((await number('toBlock')) - (await number('fromBlock')) > MAX_RANGE)
      throw new ApiError(
        'invalid_request',
        `${field('toBlock')}: must be at most ${MAX_RANGE} blocks after fromBlock; ask for the range in parts`,
      )
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

async function numberOf(block: unknown, heights: Heights): Promise<bigint | undefined> {
  if (block === 'earliest') return 0n
  if (block === 'latest' || block === 'pending') return heights.of('latest')
  if (block === 'safe' || block === 'finalized') return heights.of(block)
  return quantity(block)
}
