import type { RpcReply } from './RpcCall.ts'
import type { WrongChain } from './Fault.ts'

/** Judges replies of which the first is for eth_chainId: a node of another chain is a failing node. */
export const ofChain =
  (chainId: number) =>
  ([id]: readonly RpcReply[]): 'usable' | 'unusable' | WrongChain => {
    const replied = id !== undefined && 'result' in id ? id.result : undefined
    const found = typeof replied === 'string' || typeof replied === 'number' ? Number(replied) : NaN
    if (found === chainId) return 'usable'
    return Number.isSafeInteger(found) ? { configured: chainId, answered: found } : 'unusable'
  }
