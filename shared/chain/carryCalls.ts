import type { RpcCall, RpcReply } from './RpcCall.ts'
import type { Rpc } from './rpc.ts'

/**
 * A node's JSON-RPC whose first useful request carries further calls in the same batch (JSON-RPC 2.0 section 6);
 * `replies` then has their replies, in order, and is undefined before.
 */
export function carryCalls(rpc: Rpc, calls: readonly RpcCall[]): { rpc: Rpc; replies: () => readonly RpcReply[] } {
  let replies: readonly RpcReply[] | undefined = calls.length === 0 ? [] : undefined
  return {
    replies: () => replies ?? [],
    rpc: {
      nodes: rpc.nodes,
      async send(own, options = {}) {
        if (replies) return rpc.send(own, options)
        const { judge = () => 'usable' } = options
        let isUsable = false
        const all = await rpc.send([...own, ...calls], {
          ...options,
          judge(answers, node) {
            const verdict = judge(answers.slice(0, own.length), node)
            isUsable ||= verdict === 'usable' || (typeof verdict === 'object' && 'blockNumber' in verdict)
            return verdict
          },
        })
        // A node that refused has not shown that it belongs to the chain.
        if (isUsable) replies = all.slice(own.length)
        return all.slice(0, own.length)
      },
    },
  }
}
