import type { RpcCall, RpcReply } from './RpcCall.ts'
import { ApiError } from '../errors/ApiError.ts'
import { createFailOver, type Transport } from './createFailOver.ts'
import { type Fault, wrongChain, type WrongChain } from './createPost.ts'
import type { log as logLine } from '../log/log.ts'
import { TooLong } from '../text/readBounded.ts'
import { requestScope } from '../log/requestScope.ts'
import type { NodeHead, NodeView } from './NodeStates.ts'

/**
 * A reader's verdict on a node's replies. `unusable`: a failing node (the next one is queried, and it counts against this
 * one). A wrong chain: the same, and the log names both. `unsupported`: the node cannot handle this kind of request (the
 * next eligible one is queried; not held against it). A head: usable, and as of that block, by which nodes are compared.
 */
export type Verdict = 'usable' | 'unusable' | 'unsupported' | WrongChain | NodeHead

export interface SendOptions {
  /** Judges the replies of a node, identified by its index in the configuration. Throwing means `unusable`. */
  readonly judge?: (replies: readonly RpcReply[], node: number) => Verdict
  /** Nodes (by index in the configuration) that may be queried; all by default. */
  readonly isEligible?: (node: number) => boolean
  /** The oldest useful block, by default the request's: other nodes are queried if a node's head is older. */
  readonly minBlock?: bigint
  /** The bound of the body; a longer one throws TooLong, and is not held against the node. */
  readonly maxBytes?: number
}

export interface Rpc {
  /** How many nodes are configured. */
  readonly nodes: number
  /**
   * Sends calls as one HTTP request (a JSON-RPC batch when there are several; one by one to a node that refuses
   * batches, at most a hundred) and returns the replies in their order. If every eligible node is `unsupported`, these are
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

/** How long another node may take if it can only improve on an answer that is already there. */
const SECOND_OPINION_MS = 2000
/** A request that costs a node nothing but needs all that a read needs: a call of the identity contract. */
const PING: RpcCall = { method: 'eth_call', params: [{ to: `0x${'4'.padStart(40, '0')}`, data: '0x' }, 'latest'] }

/**
 * JSON-RPC over HTTP with fail-over: the configured URLs in their order. One that fails (network error, time-out, HTTP
 * error, a body that is not JSON-RPC, or a verdict of `judge`) or is behind comes after the others for a while, and is
 * then tried again; one that hangs and also fails a trivial call gets no requests during that time. A node's own
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
  const { states, logFault, outcomes } = createFailOver({
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
    // A node that fails at once costs nothing to query again, and its recovery is noticed at once.
    pauseMs: ({ code }) => (code === 'upstream_timeout' ? 0 : undefined),
  })

  return {
    nodes: urls.length,
    /** How each node was at its last request. */
    views: () => urls.map((_, index) => states.view(index)),
    async send(calls, { judge, isEligible, minBlock = requestScope.getStore()?.minBlock, maxBytes } = {}) {
      let best: { readonly replies: readonly RpcReply[]; readonly head: NodeHead } | undefined
      let unsupported: readonly RpcReply[] | undefined
      let comparing = false
      const seen: number[] = []
      const ask: Transport<Judged> = async ({ index, post }, ms) => {
        const replies = await post(calls, best ? Math.min(ms, SECOND_OPINION_MS) : ms, maxBytes)
        if (maxBytes !== undefined && 'code' in replies && replies.isTooLong) throw new TooLong(replies.cause)
        return 'code' in replies ? replies : judged(judge, replies, index)
      }
      for await (const { index, outcome, nodes } of outcomes(ask, isEligible)) {
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
        logFault(node, { cause: 'it is behind another node' })
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

/** Judges replies that begin with the one to eth_chainId: a node of another chain is a failing node. */
export const ofChain =
  (chainId: number) =>
  ([id]: readonly RpcReply[]): 'usable' | 'unusable' | WrongChain => {
    const replied = id !== undefined && 'result' in id ? id.result : undefined
    const found = typeof replied === 'string' || typeof replied === 'number' ? Number(replied) : NaN
    if (found === chainId) return 'usable'
    return Number.isSafeInteger(found) ? { configured: chainId, answered: found } : 'unusable'
  }

/**
 * The result of one call to a node that is on this chain and has block `upTo`. If `decode` throws for a reply, its node
 * counts as failing; `headOf` returns how far a node has come, if the reply shows it. Throws what `Rpc.send` throws.
 */
export async function callNode<T>(
  { rpc, config }: { readonly rpc: Rpc; readonly config: { readonly chainId: number } },
  call: RpcCall,
  decode: (reply: RpcReply) => T,
  { upTo = 0, headOf }: { readonly upTo?: number; readonly headOf?: (value: T) => Verdict } = {},
): Promise<T> {
  const isOfChain = ofChain(config.chainId)
  const read = ([, newest, reply]: readonly RpcReply[]): T => {
    // A URL may lead to several nodes, so each request states how far its node has come.
    if (!reply || !newest || !('result' in newest) || !(Number(newest.result) >= upTo))
      throw new ApiError('upstream_failed')
    return decode(reply)
  }
  const about = ['eth_chainId', 'eth_blockNumber'].map((method) => ({ method, params: [] }))
  const replies = await rpc.send([...about, call], {
    judge(own) {
      const chain = isOfChain(own)
      if (chain !== 'usable') return chain
      const value = read(own)
      return headOf?.(value) ?? 'usable'
    },
  })
  return read(replies)
}
