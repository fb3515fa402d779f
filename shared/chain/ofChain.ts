import type { RpcReply, Verdict } from './rpc.ts'

/** Judges replies of which the first is for eth_chainId: a node of another chain is a failing node. */
export const ofChain =
  (chainId: number) =>
  ([id]: readonly RpcReply[]): Verdict =>
    id !== undefined && 'result' in id && Number(id.result) === chainId ? 'usable' : 'unusable'
