import type { RpcCall } from '../../../schema/rpcProxy.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fieldOf } from './allowedMethods.ts'
import type { Heights } from './createHeights.ts'
import { isRecord, quantity } from './quantity.ts'

/** How far apart the first and the last block of a filter may be. */
export const MAX_RANGE = 10_000n

/**
 * Throws invalid_request if one of the calls, whose filters have been checked, asks for the logs of too many blocks. Names of
 * blocks count as what they are now; the filter goes on with the names, so it reaches whatever is the newest block when the
 * node reads it.
 */
export async function requireLogRange(calls: readonly RpcCall[], isBatch: boolean, heights: Heights): Promise<void> {
  for (const [i, { method, params }] of calls.entries()) {
    const [filter] = params
    if (method !== 'eth_getLogs' || !isRecord(filter) || typeof filter['blockHash'] === 'string') continue
    const from = filter['fromBlock'] ?? 'latest'
    const to = filter['toBlock'] ?? 'latest'
    if (from === to || (await heightOf(to, heights)) - (await heightOf(from, heights)) <= MAX_RANGE) continue
    const field = fieldOf(isBatch ? i : undefined, 'params.0.toBlock')
    throw new ApiError(
      'invalid_request',
      `${field}: must be at most ${MAX_RANGE} blocks after fromBlock; ask for the range in parts`,
    )
  }
}

async function heightOf(block: unknown, heights: Heights): Promise<bigint> {
  if (block === 'earliest') return 0n
  if (block === 'safe' || block === 'finalized') return heights.of(block)
  return quantity(block) ?? heights.of('latest')
}
