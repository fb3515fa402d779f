import type { RpcCall } from '../../../schema/rpc/proxy.ts'
import type { RpcReply } from '../../../shared/chain/RpcCall.ts'

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602

/** The error of a refused call. ethers recognises a missing method by the words "does not exist". */
export const notFound = (method: string, others: readonly string[]): RpcReply => ({
  error: {
    code: METHOD_NOT_FOUND,
    message: `the method ${method} does not exist; allowed methods, in this spelling: ${others.join(', ')}`,
  },
})

/** The same of a call whose parameters are wrong or ask for too much; `fault` begins with the place. */
export const invalidParams = (fault: string): RpcReply => ({
  error: { code: INVALID_PARAMS, message: `invalid_params: params${fault}` },
})

/** A call that may be passed on, or gets an error of its own. */
export interface PlannedCall {
  /** As it is forwarded, with the gas that a node may spend on it; 0 of one that runs nothing. */
  readonly call: RpcCall
  readonly gas: bigint
  /** Why it is not made; its neighbours in a batch are. */
  readonly refusal?: RpcReply
}
