import type { RpcCall, RpcReply } from './RpcCall.ts'
import { type Fault, idsOf, wrongChain, type WrongChain } from './Fault.ts'
import { ApiError } from '../errors/ApiError.ts'
import { log as logLine } from '../log/log.ts'
import { requestScope } from '../log/requestScope.ts'
import { type NodeHead, NodeStates } from './NodeStates.ts'
import { createPost } from './createPost.ts'
import { toEndpoint } from './postCalls.ts'

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
/** A failing node is logged at most once in this time. */
const LOG_EVERY_MS = 60_000

/** A request that costs a node nothing but needs all that a read needs: a call of the identity contract. */
const PING: RpcCall = { method: 'eth_call', params: [{ to: `0x${'4'.padStart(40, '0')}`, data: '0x' }, 'latest'] }

/**
 * JSON-RPC over HTTP with fail-over: the configured URLs in their order. One that fails (network error, time-out, HTTP
 * error, a body that is not JSON-RPC, or a verdict of `judge`) or is behind is asked after the others for a while, and
 * then tried again; one that also fails a trivial call is not asked at all during that time. A node's own error reply
 * is an answer. In total this takes at most `timeoutMs`.
 *
 * Throws rpc_not_configured, upstream_rate_limited (HTTP 429, with the node's Retry-After), upstream_timeout,
 * upstream_failed; never includes an upstream text or its URL.
 */
export function createRpc({
  urls,
  timeoutMs = 10_000,
  blockTimeMs = 2000,
  fetch: send = fetch,
  now = Date.now,
  log = logLine,
}: RpcOptions): Rpc {
  const nodes = new NodeStates(urls.length, { now, blockTimeMs })
  const faults = new Map<number, Fault>()
  const loggedAt = new Map<string, number>()
  const pingMs = Math.ceil(timeoutMs / 10)

  const counted: typeof fetch = (...request) => {
    const cost = requestScope.getStore()?.upstream
    if (cost) cost.calls++
    return send(...request)
  }
  const posts = urls.map((url) => createPost(counted, toEndpoint(url), now))
  const post = async (node: number, calls: readonly RpcCall[], ms: number) => {
    const from = now()
    const outcome = (await posts[node]?.(calls, ms)) ?? UNUSABLE
    const cost = requestScope.getStore()?.upstream
    if (cost) cost.ms += now() - from
    return outcome
  }

  /** A wrong chain is a mistake of the configuration: no other failure of the node keeps it out of the log. */
  function tell(node: number, fault: Pick<Fault, 'cause' | 'wrongChain'>): void {
    const key = `${node}${fault.wrongChain ? ' chain' : ''}`
    if (now() - (loggedAt.get(key) ?? -LOG_EVERY_MS) < LOG_EVERY_MS) return
    loggedAt.set(key, now())
    const host = URL.parse(urls[node] ?? '')?.host ?? null
    log('warn', 'upstream_failure', { host, cause: fault.cause, ...idsOf(fault) })
  }

  /** Checks whether a node answers a trivial call: otherwise it is down. */
  async function ping(node: number): Promise<void> {
    const outcome = await post(node, [PING], pingMs)
    if (!('code' in outcome)) return nodes.alive(node)
    tell(node, outcome)
    nodes.down(node)
  }

  /**
   * Only a node that hangs is left alone, and only if it does not answer a trivial call either: the request itself may
   * be what takes a healthy node long. One that fails at once costs nothing to ask again, and its recovery is noticed
   * at once.
   */
  async function failed(node: number, fault: Fault, before: { answers: number; claimed: boolean }): Promise<Fault> {
    tell(node, fault)
    faults.set(node, fault)
    nodes.failed(node, fault.retryAfter)
    const isSuspect = fault.code === 'upstream_timeout' && nodes.answers(node) === before.answers
    const claimed = before.claimed || (isSuspect && nodes.claim(node, timeoutMs))
    if (isSuspect && claimed) await ping(node)
    if (claimed) nodes.release(node)
    return fault
  }

  return {
    nodes: urls.length,
    async send(calls, { judge, able = () => true, minBlock = requestScope.getStore()?.minBlock } = {}) {
      if (urls.length === 0) throw new ApiError('rpc_not_configured')
      const deadline = now() + timeoutMs
      const order = nodes.order(able)
      let failure: Fault | undefined
      let unsupported: readonly RpcReply[] | undefined
      let best: { readonly replies: readonly RpcReply[]; readonly head: NodeHead } | undefined
      let comparing = false
      const seen: number[] = []

      for (const [turn, node] of order.entries()) {
        if (turn > 0 && now() >= deadline) break
        const claimed = nodes.isAside(node) && nodes.claim(node, timeoutMs)
        if (nodes.isDown(node) && claimed) await ping(node)
        if (nodes.isDown(node)) continue
        const before = { answers: nodes.answers(node), claimed }
        // A node's time limit leaves the same amount for each node after it, and time to check whether it is down.
        const share = Math.max(pingMs, Math.ceil((deadline - now()) / (order.length - turn)) - pingMs)
        const outcome = await post(node, calls, best ? Math.min(share, SECOND_OPINION_MS) : share)
        if ('code' in outcome) {
          failure = worse(failure, await failed(node, outcome, before))
          continue
        }
        const verdict = judged(judge, outcome, node)
        if (verdict === 'unusable' || isWrongChain(verdict)) {
          const fault = verdict === 'unusable' ? UNUSABLE : wrongChain(verdict)
          failure = worse(failure, await failed(node, fault, before))
          continue
        }
        if (typeof verdict === 'string') {
          nodes.answered(node)
          if (verdict === 'usable') return best?.replies ?? outcome
          unsupported ??= outcome
          continue
        }
        seen.push(node)
        const isCredible = nodes.sawHead(node, verdict)
        if (!best || (isCredible && verdict.blockNumber > best.head.blockNumber))
          best = { replies: outcome, head: verdict }
        if (nodes.isBehind(node)) continue
        nodes.answered(node, verdict)
        comparing = comparing ? nodes.isLate(verdict) : order.length > 1 && nodes.shouldCompare(verdict)
        const isTooOld = minBlock !== undefined && verdict.blockNumber < minBlock && nodes.mayExist(minBlock, verdict)
        if (!comparing && !isTooOld) break
      }
      for (const node of seen.filter((candidate) => nodes.isBehind(candidate))) {
        tell(node, { cause: 'it is behind another node' })
        nodes.setBehind(node)
      }
      const replies = best?.replies ?? unsupported
      if (replies) return replies
      if (failure) throw toError(failure)
      const [known = UNUSABLE] = urls.flatMap((_, node) => (able(node) ? (faults.get(node) ?? []) : []))
      throw toError({ ...known, retryAfter: Math.max(1, Math.ceil(nodes.wait(able) / 1000)) })
    },
  }
}

const UNUSABLE: Fault = { code: 'upstream_failed', cause: 'its replies cannot be used' }

const isWrongChain = (verdict: Verdict): verdict is WrongChain => typeof verdict === 'object' && 'answered' in verdict

const judged = (judge: SendOptions['judge'], replies: readonly RpcReply[], node: number): Verdict => {
  try {
    return judge ? judge(replies, node) : 'usable'
  } catch {
    return 'unusable'
  }
}

/** Of several failures the first is reported, but a rate limit wins: only that says when to come back. */
const worse = (before: Fault | undefined, now: Fault): Fault =>
  before === undefined || (now.code === 'upstream_rate_limited' && before.code !== 'upstream_rate_limited')
    ? now
    : before

const toError = ({ code, retryAfter }: Fault): ApiError =>
  new ApiError(code, undefined, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
