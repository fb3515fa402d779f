import type { RpcCall, RpcReply } from './RpcCall.ts'
import { createFailOver, type Transport } from './createFailOver.ts'
import { type Fault, wrongChain, type WrongChain } from './Fault.ts'
import type { log as logLine } from '../log/log.ts'
import { TooLong } from '../text/readBounded.ts'
import { requestScope } from '../log/requestScope.ts'
import type { NodeHead, NodeView } from './NodeStates.ts'

/**
 * A reader's verdict on a node's replies. `unusable`: a failing node (the next one is asked, and it counts against this
 * one). A wrong chain: the same, and the log names both. `unsupported`: the node cannot handle this kind of request (the
 * next able one is asked; not held against it). A head: usable, and as of that block, by which nodes are compared.
 */
export type Verdict = 'usable' | 'unusable' | 'unsupported' | WrongChain | NodeHead

export interface SendOptions {
  /** Judges the replies of a node, identified by its index in the configuration. Throwing means `unusable`. */
  readonly judge?: (replies: readonly RpcReply[], node: number) => Verdict
  /** Nodes (by index in the configuration) that may be asked; all by default. */
  readonly able?: (node: number) => boolean
  /** The oldest useful block, by default the request's: other nodes are asked if a node's head is older. */
  readonly minBlock?: bigint
  /** The most that is read of an answer; a longer one throws TooLong, and is not held against the node. */
  readonly maxBytes?: number
}

export interface Rpc {
  /** How many nodes are configured. */
  readonly nodes: number
  /**
   * Sends calls as one HTTP request (a JSON-RPC batch when there are several; one by one to a node that refuses
   * batches, at most a hundred) and returns the replies in their order. If every able node is `unsupported`, these are
   * the replies of the first one.
   */
  send(calls: readonly RpcCall[], options?: SendOptions): Promise<readonly RpcReply[]>
}

interface RpcOptions {
  readonly urls: readonly string[]
  /** The total time that one `send` may take. */
  readonly timeoutMs?: number
  /** Block time of the chain: how old a head may be. */
  readonly blockTimeMs?: number
  readonly fetch?: typeof fetch
  /** Unix milliseconds. */
  readonly now?: () => number
  readonly log?: typeof logLine
}

/** How long another node is asked when it can only improve on an answer that is already there. */
const SECOND_OPINION_MS = 2000
/** A request that costs a node nothing but needs all that a read needs: a call of the identity contract. */
const PING: RpcCall = { method: 'eth_call', params: [{ to: `0x${'4'.padStart(40, '0')}`, data: '0x' }, 'latest'] }

/**
 * JSON-RPC over HTTP with fail-over: the configured URLs in their order. One that fails (network error, time-out, HTTP
 * error, a body that is not JSON-RPC, or a verdict of `judge`) or is behind is asked after the others for a while, and
 * then tried again; one that hangs and also fails a trivial call is not asked at all during that time. A node's own
 * error reply is an answer. In total this takes at most `timeoutMs`.
 *
 * Throws rpc_not_configured, upstream_rate_limited (HTTP 429, with the longest Retry-After that a node named),
 * upstream_timeout, upstream_failed; never includes an upstream text or its URL.
 */
export function createRpc({
  urls,
  timeoutMs = 10_000,
  blockTimeMs = 2000,
  fetch: send = fetch,
  now = Date.now,
  log,
}: RpcOptions): Rpc & { readonly views: () => NodeView[] } {
  const probeMs = Math.ceil(timeoutMs / 10)
  const { states, tell, outcomes } = createFailOver({
    urls,
    fetch: send,
    now,
    ...(log && { log }),
    blockTimeMs,
    totalMs: timeoutMs,
    // The same amount for each node, and time to check whether it is down.
    share: (left, nodes) => Math.max(probeMs, Math.ceil(left / nodes) - probeMs),
    async probe({ post }, ms) {
      const outcome = await post([PING], ms)
      return 'code' in outcome ? outcome : undefined
    },
    probeMs,
    // One that fails at once costs nothing to ask again, and its recovery is noticed at once.
    leave: ({ code }) => (code === 'upstream_timeout' ? 0 : undefined),
  })

  return {
    nodes: urls.length,
    /** How each node was when it was last asked. */
    views: () => urls.map((_, index) => states.view(index)),
    async send(calls, { judge, able, minBlock = requestScope.getStore()?.minBlock, maxBytes } = {}) {
      let best: { readonly replies: readonly RpcReply[]; readonly head: NodeHead } | undefined
      let unsupported: readonly RpcReply[] | undefined
      let comparing = false
      const seen: number[] = []
      const ask: Transport<Judged> = async ({ index, post }, ms) => {
        const replies = await post(calls, best ? Math.min(ms, SECOND_OPINION_MS) : ms, maxBytes)
        if (maxBytes !== undefined && 'code' in replies && replies.isTooLong) throw new TooLong(replies.cause)
        return 'code' in replies ? replies : judged(judge, replies, index)
      }
      for await (const { index, outcome, nodes } of outcomes(ask, able)) {
        const { replies, verdict } = outcome
        if (typeof verdict === 'string') {
          states.answered(index)
          if (verdict === 'usable') return best?.replies ?? replies
          unsupported ??= replies
          continue
        }
        seen.push(index)
        const isCredible = states.sawHead(index, verdict)
        if (!best || (isCredible && verdict.blockNumber > best.head.blockNumber)) best = { replies, head: verdict }
        if (states.isBehind(index)) continue
        states.answered(index, verdict)
        comparing = comparing ? states.isLate(verdict) : nodes > 1 && states.shouldCompare(verdict)
        const isTooOld = minBlock !== undefined && verdict.blockNumber < minBlock && states.mayExist(minBlock, verdict)
        if (!comparing && !isTooOld) break
      }
      for (const node of seen.filter((candidate) => states.isBehind(candidate))) {
        tell(node, { cause: 'it is behind another node' })
        states.setBehind(node)
      }
      return best?.replies ?? unsupported ?? []
    },
  }
}

/** Replies, and what the reader makes of them. */
interface Judged {
  readonly replies: readonly RpcReply[]
  readonly verdict: 'usable' | 'unsupported' | NodeHead
}

function judged(judge: SendOptions['judge'], replies: readonly RpcReply[], node: number): Judged | Fault {
  try {
    const verdict = judge ? judge(replies, node) : 'usable'
    if (typeof verdict === 'object' && 'answered' in verdict) return wrongChain(verdict)
    if (verdict !== 'unusable') return { replies, verdict }
  } catch {
    // Replies that the reader does not understand are unusable too.
  }
  return { code: 'upstream_failed', cause: 'its replies are not usable' }
}
