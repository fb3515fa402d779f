import { ApiError } from '../http/ApiError.ts'
import type { Rpc, RpcReply } from './rpc.ts'

/** Calls that one read may cost in requests of their own, and how many of them are under way at once. */
const MOST = 100
const AT_ONCE = 6
/** How long a node that refused a batch is asked call by call before it is sent one again. */
const PAUSE_MS = 60_000

/**
 * A node's JSON-RPC for nodes that refuse batches (JSON-RPC 2.0 section 6 does not demand them): the same calls one by one,
 * at most a hundred, all of one node. The judge is asked after the first of them too, so that a node of another chain is not
 * asked the others.
 *
 * Throws what `rpc` throws.
 */
export function splitBatches(rpc: Rpc, now: () => number = Date.now): Rpc {
  let refusedUntil = 0
  return {
    nodes: rpc.nodes,
    async send(calls, options = {}) {
      const [first, ...others] = calls
      if (!first || others.length === 0) return rpc.send(calls, options)
      const { judge = () => 'usable' as const, ...rest } = options
      let failure = new ApiError('upstream_failed')
      if (now() >= refusedUntil) {
        try {
          const replies = await rpc.send(calls, {
            ...rest,
            judge: (given, node) => (given.every(isBatchRefusal) ? 'unsupported' : judge(given, node)),
          })
          if (!replies.every(isBatchRefusal)) return replies
        } catch (error) {
          // A refusal as a whole is no list of replies, which the client takes for a node that failed.
          if (!(error instanceof ApiError) || error.code !== 'upstream_failed') throw error
          failure = error
        }
      }
      if (calls.length > MOST) throw failure
      let node = 0
      const replies: RpcReply[] = [
        ...(await rpc.send([first], {
          ...rest,
          judge: (given, index) => {
            node = index
            return judge(given, index)
          },
        })),
      ]
      for (let i = 0; i < others.length; i += AT_ONCE) {
        const group = others.slice(i, i + AT_ONCE)
        const able = (index: number) => index === node
        replies.push(...(await Promise.all(group.map((call) => rpc.send([call], { able })))).flat())
      }
      if (judge(replies, node) === 'unusable') throw failure
      refusedUntil = now() + PAUSE_MS
      return replies
    },
  }
}

const isBatchRefusal = (reply: RpcReply): boolean => 'error' in reply && /\bbatch/i.test(reply.error.message)
