import type { Address, Hex } from 'viem'
import type { RpcCall, RpcReply } from '../chain/rpc.ts'
import type { Step } from './encodeStep.ts'

/** Calls of one sender, one after the other, on the state after `block`. */
export interface Sequence {
  readonly from: Address
  readonly steps: readonly Step[]
  readonly block: Hex
}

/** What one call of a sequence did. */
export interface Outcome {
  readonly success: boolean
  /** What it returned, or the data of its revert. */
  readonly returned: Hex
  /** Absent where the node does not tell. */
  readonly gas?: bigint
}

/** A request to a node that runs a sequence, and how its reply reads: undefined where the node did not run it. */
export interface Attempt {
  readonly request: RpcCall
  readonly read: (reply: RpcReply | undefined) => readonly Outcome[] | undefined
}

/** A step as nodes take it. */
export const toTransaction = (from: Address, { to, data, value }: Step) => ({
  from,
  to,
  data,
  value: `0x${BigInt(value).toString(16)}`,
})
