import type { RpcCall, RpcReply } from './RpcCall.ts'
import type { Hash } from 'viem'
import { decodeBlock } from './decodeReply.ts'

/** Asks for block 0, whose hash distinguishes chains with the same id. */
export const GENESIS_CALL: RpcCall = { method: 'eth_getBlockByNumber', params: ['0x0', false] }

/** The hash in a reply to GENESIS_CALL; null if the node does not give it. */
export function genesisIn(reply: RpcReply | undefined): Hash | null {
  if (!reply || !('result' in reply)) return null
  try {
    return decodeBlock(reply)?.hash ?? null
  } catch {
    return null
  }
}
