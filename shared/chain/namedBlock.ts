import { ApiError } from '../errors/ApiError.ts'
import { decodeBlock } from './decodeReply.ts'
import { kindOf, lacksState } from './nodeErrors.ts'
import type { NodeHead } from './NodeStates.ts'
import type { Part } from './parts.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'

/** The block that a request names, and what the node that answered says of it. */
export interface NamedBlock {
  readonly number: bigint
  /** Newest block of the node. */
  head?: NodeHead
  /** Whether the node holds the named block to be final. */
  isFinal?: boolean
}

/** Calls that go with a read at a named block: the chain, its newest block, and the newest final one. */
export const STANDING_CALLS: readonly RpcCall[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_getBlockByNumber', params: ['finalized', false] },
]

/** Standing of a block by the replies to STANDING_CALLS. Throws upstream_failed without a newest block. */
export function standingOf(number: bigint, [, newest, final]: readonly RpcReply[]): Required<NamedBlock> {
  const head = newest && decodeBlock(newest)
  if (!head) throw new ApiError('upstream_failed')
  const finalized = final && 'result' in final ? decodeBlock(final) : null
  return {
    number,
    head: { blockNumber: BigInt(head.number), timestamp: head.time },
    isFinal: finalized !== null && number <= finalized.number,
  }
}

/** Of nodes behind one URL some may not have the newest blocks yet: of so many. */
const UNSETTLED = 16n

/**
 * The error of a reply to a read at a named block if the node does not have its state, or fails; undefined for any other.
 * Anybody can name such a block, so it is not held against the node.
 */
export function errorAt({ number, head }: NamedBlock, reply: RpcReply | undefined, part: Part['kind']) {
  const newest = head?.blockNumber ?? number
  if (newest < number) return new ApiError('behind_requested_block', `the newest readable block is ${newest}`)
  const unavailable = () => new ApiError('state_not_available', `block: no node has the state of block ${number}`)
  if (!reply) return undefined
  // A call of no contract returns nothing: Multicall3 was not deployed yet, and the node does not run the lens.
  if ('result' in reply) return reply.result === '0x' && part === 'aggregate' ? unavailable() : undefined
  const kind = kindOf(reply.error)
  if (kind !== 'failing' && kind !== 'refused') return undefined
  if (!lacksState(reply.error))
    return kind === 'failing' || part !== 'lens' ? new ApiError('upstream_failed') : undefined
  return newest - number < UNSETTLED
    ? new ApiError('behind_requested_block', `no node has the state of block ${number} yet`)
    : unavailable()
}
