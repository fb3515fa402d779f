import { ofChain } from '../chain/ofChain.ts'
import type { Rpc, RpcReply } from '../chain/rpc.ts'
import { ApiError } from '../http/ApiError.ts'
import type { RunCreationCode } from './signature.ts'

/** How nodes say that the code itself failed; the code 3 is geth's and its followers', others say it in words. */
const FAILED_EXECUTION = /revert|out of gas|gas required|invalid opcode|invalid jump|stack (under|over)flow/i

/**
 * Runs creation code on a node of the given chain, the chain id asked in the same request. The runner throws
 * upstream_failed when a node answers with an error that is no failed execution, and what the RPC throws.
 */
export const createRunner = (rpc: Rpc, chainId: number): RunCreationCode => {
  const judge = ofChain(chainId)
  return async (creationCode) => {
    const calls = [
      { method: 'eth_chainId', params: [] },
      { method: 'eth_call', params: [{ data: creationCode }, 'latest'] },
    ]
    const [, reply] = await rpc.send(calls, { judge })
    return outcomeOf(reply)
  }
}

function outcomeOf(reply: RpcReply | undefined) {
  if (reply && 'result' in reply && isHex(reply.result)) return reply.result
  if (reply && 'error' in reply && (reply.error.code === 3 || FAILED_EXECUTION.test(reply.error.message))) return null
  throw new ApiError('upstream_failed')
}

const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
