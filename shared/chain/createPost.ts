import type { RpcCall, RpcReply } from './RpcCall.ts'
import type { Fault } from './Fault.ts'
import { type Endpoint, postCalls } from './postCalls.ts'

/** The most calls that may be sent one by one, and how many of them run at once. */
const MOST = 100
const AT_ONCE = 6
/** How long a node that refused a batch is asked call by call before it is sent another batch. */
const PAUSE_MS = 60_000

/**
 * Posts calls to one node as one batch; if the node refuses batches (JSON-RPC 2.0 section 6 does not require them), one
 * by one, at most a hundred, in the same time.
 */
export function createPost(send: typeof fetch, endpoint: Endpoint, now: () => number) {
  let refusedUntil = 0

  async function oneByOne(
    calls: readonly RpcCall[],
    until: number,
    to: Endpoint,
  ): Promise<readonly RpcReply[] | Fault> {
    const replies: RpcReply[] = []
    for (let i = 0; i < calls.length; i += AT_ONCE) {
      const left = Math.max(1, until - now())
      const group = calls.slice(i, i + AT_ONCE).map((call) => postCalls(send, to, [call], left))
      for (const outcome of await Promise.all(group)) {
        if ('code' in outcome) return outcome
        replies.push(...outcome)
      }
    }
    return replies
  }

  return async (
    calls: readonly RpcCall[],
    timeoutMs: number,
    maxBytes = endpoint.maxBytes,
  ): Promise<readonly RpcReply[] | Fault> => {
    const to = maxBytes === endpoint.maxBytes ? endpoint : { ...endpoint, ...(maxBytes && { maxBytes }) }
    const until = now() + timeoutMs
    const isKnown = now() < refusedUntil && calls.length <= MOST
    if (calls.length === 1 || !isKnown) {
      const outcome = await postCalls(send, to, calls, timeoutMs)
      if (calls.length === 1 || calls.length > MOST || !isBatchRefusal(outcome)) return outcome
    }
    const replies = await oneByOne(calls, until, to)
    // A node that also fails call by call may simply be failing.
    if (!isKnown && !('code' in replies)) refusedUntil = now() + PAUSE_MS
    return replies
  }
}

/** Refused as a whole, or with the same message for each of its calls. */
const isBatchRefusal = (outcome: readonly RpcReply[] | Fault): boolean =>
  'code' in outcome
    ? outcome.refusesBatch === true
    : outcome.every((reply) => 'error' in reply && /\bbatch/i.test(reply.error.message))
