import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fieldOf } from './allowedMethods.ts'
import { type PlannedCall, RUN } from './capGas.ts'
import type { Heights } from './createHeights.ts'
import { isRecord, quantity } from './quantity.ts'

/** How far apart the first and the last block of a filter may be. */
export const MAX_RANGE = 10_000n
/** What one unit pays for, begun ones included: gas that a node may spend, blocks of logs, blocks of fees, slots of a proof. */
export const PER_UNIT = { gas: 25_000_000n, logBlocks: 2000n, feeBlocks: 256n, proofSlots: 20n } as const

/** Methods whose price grows with what they ask for. */
export const HEAVY: readonly string[] = [...RUN, 'eth_getLogs', 'eth_feeHistory', 'eth_getProof']
/** The most heavy calls of a batch. */
const MAX_HEAVY = 20

/** Throws invalid_request if a batch has too many heavy calls. */
export function requireFewHeavy(calls: readonly RpcCall[]): void {
  const heavy = calls.filter(({ method }) => HEAVY.includes(method)).length
  if (heavy > MAX_HEAVY)
    throw new ApiError(
      'invalid_request',
      `body: a batch has at most ${MAX_HEAVY} heavy calls (${HEAVY.join(', ')}), and this one has ${heavy}; send them in several`,
    )
}

/**
 * What calls count as together: a refused or light call is one unit, a heavy one as many as PER_UNIT says. Names of blocks
 * count as what they are now; the filter goes on with the names, so it reaches whatever is the newest block when the node
 * reads it.
 *
 * Throws invalid_request if one of the calls asks for the logs of too many blocks, and what asking for a height throws.
 */
export async function unitsOf(calls: readonly PlannedCall[], isBatch: boolean, heights: Heights): Promise<number> {
  let units = 0n
  for (const [i, { call, gas, refusal }] of calls.entries()) {
    if (refusal) units++
    else if (call.method === 'eth_getLogs') units += logUnits(await logRange(call, heights), PER_UNIT.logBlocks, i)
    else units += gas > 0n ? begun(gas, PER_UNIT.gas) : sizeOf(call)
  }
  return Number(units)

  function logUnits(range: bigint, per: bigint, i: number): bigint {
    if (range <= MAX_RANGE) return begun(range, per)
    const field = fieldOf(isBatch ? i : undefined, 'params.0.toBlock')
    throw new ApiError(
      'invalid_request',
      `${field}: must be at most ${MAX_RANGE} blocks after fromBlock; ask for the range in parts`,
    )
  }
}

const begun = (size: bigint, per: bigint): bigint => (size <= per ? 1n : (size + per - 1n) / per)

/** Of a call whose parameters have been checked. */
function sizeOf({ method, params: [first, second] }: RpcCall): bigint {
  if (method === 'eth_feeHistory')
    return begun(typeof first === 'number' ? BigInt(Math.ceil(first)) : (quantity(first) ?? 0n), PER_UNIT.feeBlocks)
  return method === 'eth_getProof' && Array.isArray(second) ? begun(BigInt(second.length), PER_UNIT.proofSlots) : 1n
}

/** How many blocks the last block of a filter is after its first. */
async function logRange({ params: [filter] }: RpcCall, heights: Heights): Promise<bigint> {
  if (!isRecord(filter) || typeof filter['blockHash'] === 'string') return 0n
  const from = filter['fromBlock'] ?? 'latest'
  const to = filter['toBlock'] ?? 'latest'
  return from === to ? 0n : (await heightOf(to, heights)) - (await heightOf(from, heights))
}

async function heightOf(block: unknown, heights: Heights): Promise<bigint> {
  if (block === 'earliest') return 0n
  if (block === 'safe' || block === 'finalized') return heights.of(block)
  return quantity(block) ?? heights.of('latest')
}
