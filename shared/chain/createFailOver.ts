import { ApiError } from '../errors/ApiError.ts'
import { log as logLine } from '../log/log.ts'
import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'
import { createPost, type Endpoint, type Fault, type Post, toEndpoint } from './createPost.ts'
import { NodeStates } from './NodeStates.ts'

/** One configured node, as a transport sees it. */
export interface FailOverNode {
  /** Its index in the configuration. */
  readonly index: number
  readonly endpoint: Endpoint
  /** Counts what it sends as a cost of the request for which this is done. */
  readonly fetch: typeof fetch
  readonly post: Post
}

/** Queries one node within a time in milliseconds. An error that it throws ends the walk, and is not held against the node. */
export type Transport<T extends object> = (node: FailOverNode, ms: number) => Promise<T | Fault>

interface FailOverOptions {
  readonly urls: readonly string[]
  readonly fetch: typeof fetch
  /** Unix milliseconds. */
  readonly now: () => number
  readonly log?: typeof logLine
  /** Further fields of every log line. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Block time of the chain: how old a head may be. Without one no heads are compared. */
  readonly blockTimeMs?: number
  /** The bound of a node's body; 16 MiB by default. */
  readonly maxBytes?: number
  /** The time that all nodes have together. */
  readonly totalMs: number
  /** The part of the remaining time that a node may take, if so many nodes remain. */
  readonly share: (leftMs: number, nodes: number) => number
  /** Makes a trivial request, in at most `probeMs`: a node that fails this too is left alone. */
  readonly probe: (node: FailOverNode, ms: number) => Promise<Fault | undefined>
  readonly probeMs: number
  /** The least pause, in milliseconds, of a node with this fault whose probe fails; undefined: no probe. */
  readonly pauseMs: (fault: Fault) => number | undefined
  /** If given, a node that is left alone is probed if no other node answers, once in this time. */
  readonly lastResortMs?: number
  /** If given, nodes that broke down (HTTP 5xx) are retried once, this long after the last node. */
  readonly retryDelayMs?: number
  /** The longest Retry-After that a caller sees, in seconds. */
  readonly maxRetryAfter?: number
}

/** A failing node is logged at most once in this time. */
const LOG_EVERY_MS = 60_000

/**
 * Fail-over: queries node after node, best first, by the transport that is given. A node that fails comes after the others
 * for a while. One that may not work at all is probed, and left alone if it fails that too (circuit breaker), until one
 * request finds it working. The log names the host and the cause, never a URL or a node's words.
 */
export function createFailOver(options: FailOverOptions) {
  const { urls, now, log = logLine, blockTimeMs = 0, totalMs, probeMs, lastResortMs, retryDelayMs } = options
  // Called as a method of the options, the runtime's own fetch would refuse (illegal invocation).
  const { fetch: send } = options
  const states = new NodeStates(urls.length, { now, blockTimeMs })
  const faults = new Map<number, Fault>()
  const loggedAt = new Map<string, number>()
  const probedUntil = new Map<number, number>()
  const counted: typeof fetch = (...request) => {
    const cost = requestScope.getStore()?.upstream
    if (cost) cost.calls++
    return send(...request)
  }
  const nodes = urls.map((url, index): FailOverNode => {
    const endpoint = toEndpoint(url)
    return { index, endpoint, fetch: counted, post: createPost(counted, endpoint, now, options.maxBytes) }
  })

  const waited = <T>(work: () => Promise<T>): Promise<T> => timed(requestScope.getStore()?.upstream, work, now)

  /** A wrong chain is a mistake of the configuration: no other failure of the node keeps it out of the log. */
  function logFault(index: number, fault: Pick<Fault, 'cause' | 'wrongChain'>): void {
    const key = `${index}${fault.wrongChain ? ' chain' : ''}`
    if (now() - (loggedAt.get(key) ?? -LOG_EVERY_MS) < LOG_EVERY_MS) return
    loggedAt.set(key, now())
    const host = URL.parse(urls[index] ?? '')?.host ?? null
    const { cause, wrongChain } = fault
    const ids = wrongChain && { chainId: wrongChain.configured, answeredChainId: wrongChain.answered }
    log('warn', 'upstream_failure', { host, cause, ...options.fields, ...ids })
  }

  async function probe(node: FailOverNode, ms: number, pauseMs: number): Promise<Fault | undefined> {
    const fault = await waited(() => options.probe(node, ms))
    if (!fault) states.alive(node.index)
    else {
      logFault(node.index, fault)
      states.down(node.index, Math.max(pauseMs, options.pauseMs(fault) ?? 0))
    }
    return fault
  }

  /** Probes a node that was left alone. */
  async function reprobe(node: FailOverNode): Promise<void> {
    const { index } = node
    if (now() < (probedUntil.get(index) ?? 0)) return states.release(index)
    if (lastResortMs !== undefined) probedUntil.set(index, now() + lastResortMs)
    const fault = await probe(node, lastResortMs ?? probeMs, 0)
    if (fault) faults.set(index, fault)
  }

  /**
   * A healthy node may fail at one request, and anybody may send that one: so a node is left alone only if it fails the
   * probe too, and has answered nobody meanwhile.
   */
  async function failed(
    node: FailOverNode,
    fault: Fault,
    before: { answers: number; claimed: boolean },
  ): Promise<void> {
    const { index } = node
    logFault(index, fault)
    faults.set(index, fault)
    states.failed(index, fault.retryAfter)
    const pauseMs = states.answers(index) === before.answers ? options.pauseMs(fault) : undefined
    const claimed = before.claimed || (pauseMs !== undefined && states.claim(index, totalMs))
    if (pauseMs !== undefined && claimed) await probe(node, probeMs, pauseMs)
    if (claimed) states.release(index)
  }

  const toError = ({ code, retryAfter }: Fault): ApiError => {
    const seconds = retryAfter === undefined ? undefined : Math.min(retryAfter, options.maxRetryAfter ?? Infinity)
    return new ApiError(code, undefined, seconds === undefined ? {} : { 'retry-after': String(seconds) })
  }

  return {
    /** The caller reports to it what an outcome shows: that a node works (`answered`), its head, that it is behind. */
    states,
    logFault,

    /**
     * The outcomes that are not faults, node by node, until the caller has enough: with the node's index, and the number of
     * nodes in this walk. All nodes are eligible by default.
     *
     * Throws, if there is no such outcome, rpc_not_configured, upstream_rate_limited, upstream_timeout, upstream_failed.
     */
    async *outcomes<T extends object>(transport: Transport<T>, isEligible: (index: number) => boolean = () => true) {
      if (urls.length === 0) throw new ApiError('rpc_not_configured')
      const deadline = now() + totalMs
      const candidates = states.rank(isEligible)
      const others = [...nodes.keys()].filter((index) => lastResortMs !== undefined && !candidates.includes(index))
      const order = [...candidates, ...others]
      const first = order.length
      let worst: Fault | undefined
      let isAnswered = false
      for (const [turn, index] of order.entries()) {
        if (turn === first) await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
        const node = nodes[index]
        if (!node || (turn > 0 && now() >= deadline)) break
        const claimed = states.isAside(index) && states.claim(index, lastResortMs ?? totalMs)
        if (states.isDown(index) && claimed) await reprobe(node)
        if (states.isDown(index)) continue
        const before = { answers: states.answers(index), claimed }
        const outcome = await waited(() => transport(node, options.share(deadline - now(), order.length - turn)))
        if (!isFault(outcome)) {
          isAnswered = true
          yield { index, outcome, nodes: order.length }
          continue
        }
        await failed(node, outcome, before)
        worst = graver(worst, outcome)
        if (retryDelayMs !== undefined && turn < first && (outcome.status ?? 0) >= 500) order.push(index)
      }
      if (isAnswered) return
      if (worst) throw toError(worst)
      // All are left alone, until one of them is found to be back.
      const known = nodes.flatMap(({ index }) => (isEligible(index) ? (faults.get(index) ?? []) : []))[0]
      const waitMs = Math.min(states.wait(isEligible), lastResortMs ?? Infinity)
      throw toError({
        code: known?.code ?? 'upstream_failed',
        cause: '',
        retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    },
  }
}

export const isFault = (outcome: object): outcome is Fault => 'code' in outcome && 'cause' in outcome

/** Rate limits come first, the one with the longest Retry-After; else the first fault is reported. */
const graver = (before: Fault | undefined, fault: Fault): Fault => {
  if (!before) return fault
  const isLimit = fault.code === 'upstream_rate_limited'
  if (before.code !== 'upstream_rate_limited') return isLimit ? fault : before
  return isLimit && (fault.retryAfter ?? 0) > (before.retryAfter ?? 0) ? fault : before
}
