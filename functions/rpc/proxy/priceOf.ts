import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Heights } from './createHeights.ts'
import { GAS_METHODS } from './planCall.ts'
import { isRecord, quantity } from './quantity.ts'
import { invalidParams, type PlannedCall } from './refuseCall.ts'

/** How far apart the first and the last block of a filter may be. */
export const MAX_RANGE = 10_000n
/** Contents of one unit, rounded up: gas that a node may spend, blocks of logs, blocks of fees, slots of a proof. */
export const PER_UNIT = { gas: 25_000_000n, logBlocks: 2000n, feeBlocks: 256n, proofSlots: 20n } as const

/** Methods that count by their gas or range. */
export const HEAVY: readonly string[] = [...GAS_METHODS, 'eth_getLogs', 'eth_feeHistory', 'eth_getProof']
/** The most heavy calls of a batch. */
const MAX_HEAVY = 20

/** Throws invalid_request if a batch has too many heavy calls. */
export function requireFewHeavy(calls: readonly PlannedCall[]): void {
  const heavy = calls.filter(({ call }) => HEAVY.includes(call.method)).length
  if (heavy > MAX_HEAVY)
    throw new ApiError(
      'invalid_request',
      `body: a batch may have at most ${MAX_HEAVY} heavy calls (${HEAVY.join(', ')}), this one has ${heavy}; split it`,
    )
}

/** Calls, some more of them refused now, and their units together. */
interface Priced {
  readonly calls: readonly PlannedCall[]
  readonly units: number
}

/**
 * Units of calls: a refused or light call is one unit, a heavy one as many as PER_UNIT says. One that requests the logs of
 * too many blocks is refused. Names of blocks count as what they are now; the filter goes on with the names, so it reaches
 * whatever is the newest block when the node reads it.
 *
 * Throws what reading a height throws.
 */
export async function priceOf(planned: readonly PlannedCall[], heights: Heights): Promise<Priced> {
  let units = 0n
  const calls: PlannedCall[] = []
  for (const plan of planned) {
    const range = plan.refusal || plan.call.method !== 'eth_getLogs' ? 0n : await logRange(plan.call, heights)
    const isTooWide = range > MAX_RANGE
    calls.push(isTooWide ? { ...plan, refusal: TOO_WIDE } : plan)
    units += plan.refusal || isTooWide ? 1n : sizeOf(plan, range)
  }
  return { calls, units: Number(units) }
}

/** Indexers parse the number after these words, and split the range by it. */
const TOO_WIDE = invalidParams(`.0.toBlock: block range exceeds ${MAX_RANGE}; split the range`)

const begun = (size: bigint, per: bigint): bigint => (size <= per ? 1n : (size + per - 1n) / per)

/** Of a call whose parameters have been checked. */
function sizeOf({ call, gas }: PlannedCall, logBlocks: bigint): bigint {
  const {
    method,
    params: [first, second],
  } = call
  if (gas > 0n) return begun(gas, PER_UNIT.gas)
  if (method === 'eth_getLogs') return begun(logBlocks, PER_UNIT.logBlocks)
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
