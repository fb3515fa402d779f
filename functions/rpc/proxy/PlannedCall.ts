import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import type { RpcReply } from '../../../shared/chain/RpcCall.ts'

/** A call that may be passed on, or gets an error of its own. */
export interface PlannedCall {
  /** As it is forwarded, with the gas that a node may spend on it; 0 of one that runs nothing. */
  readonly call: RpcCall
  readonly gas: bigint
  /** Why it is not made; its neighbours in a batch are. */
  readonly refusal?: RpcReply
}
