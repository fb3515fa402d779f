import { ApiError } from '../errors/ApiError.ts'
import { log as logLine } from '../log/log.ts'
import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'
import { createPost } from './createPost.ts'
import { type Fault, idsOf } from './Fault.ts'
import { NodeStates } from './NodeStates.ts'
import { type Endpoint, toEndpoint } from './postCalls.ts'

/** One configured node, as a transport sees it. */
export interface FailOverNode {
  /** Its place in the configuration. */
  readonly index: number
  readonly endpoint: Endpoint
  /** Counts what it sends as a cost of the request for which this is done. */
  readonly fetch: typeof fetch
  /** Several calls as a batch, or one by one to a node that takes no batches. */
  readonly post: ReturnType<typeof createPost>
}

/** Asks one node within a time in milliseconds. What it throws ends the walk, and is not held against the node. */
export type Transport<T extends object> = (node: FailOverNode, ms: number) => Promise<T | Fault>

interface FailOverOptions {
  readonly urls: readonly string[]
  readonly fetch: typeof fetch
  /** Unix milliseconds. */
  readonly now: () => number
  readonly log?: typeof logLine
  /** What the log says with every fault. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Block time of the chain: how old a head may be. Without one no heads are compared. */
  readonly blockTimeMs?: number
  /** The most that is read of a body. */
  readonly maxBytes?: number
  /** The time that all nodes have together. */
  readonly totalMs: number
  /** The part of the time left that a node may take, when so many are still to be asked. */
  readonly share: (leftMs: number, nodes: number) => number
  /** Asks something trivial, in at most `probeMs`: a node that fails this too is left alone. */
  readonly probe: (node: FailOverNode, ms: number) => Promise<Fault | undefined>
  readonly probeMs: number
  /** For how many milliseconds at least a node with this fault is left alone if its probe fails; undefined: no probe. */
  readonly leave: (fault: Fault) => number | undefined
  /** If given, a node that is left alone is probed even then where no other one answers, once in this time. */
  readonly lastResortMs?: number
  /** If given, nodes that broke down (HTTP 5xx) are asked once more, this long after all have been asked. */
  readonly againMs?: number
  /** The longest Retry-After that a caller is told, in seconds. */
  readonly mostRetryAfter?: number
}

/** A failing node is logged at most once in this time. */
const LOG_EVERY_MS = 60_000

/**
 * Fail-over: asks node after node, best first, each by the transport that is given. A node that fails is asked after the
 * others for a while. One that may not work at all is probed, and left alone if it fails that too (circuit breaker) until
 * one request has found it back. The log names the host and the cause, never a URL or a node's words.
 */
export function createFailOver(options: FailOverOptions) {
  const { urls, now, log = logLine, blockTimeMs = 0, totalMs, probeMs, lastResortMs, againMs, maxBytes } = options
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
    const endpoint = { ...toEndpoint(url), ...(maxBytes === undefined ? {} : { maxBytes }) }
    return { index, endpoint, fetch: counted, post: createPost(counted, endpoint, now) }
  })

  const waited = <T>(work: () => Promise<T>): Promise<T> => timed(requestScope.getStore()?.upstream, work, now)

  /** A wrong chain is a mistake of the configuration: no other failure of the node keeps it out of the log. */
  function logFault(index: number, fault: Pick<Fault, 'cause' | 'wrongChain'>): void {
    const key = `${index}${fault.wrongChain ? ' chain' : ''}`
    if (now() - (loggedAt.get(key) ?? -LOG_EVERY_MS) < LOG_EVERY_MS) return
    loggedAt.set(key, now())
    const host = URL.parse(urls[index] ?? '')?.host ?? null
    log('warn', 'upstream_failure', { host, cause: fault.cause, ...options.fields, ...idsOf(fault) })
  }

  async function probe(node: FailOverNode, ms: number, leaveMs: number): Promise<Fault | undefined> {
    const fault = await waited(() => options.probe(node, ms))
    if (!fault) states.alive(node.index)
    else {
      logFault(node.index, fault)
      states.down(node.index, Math.max(leaveMs, options.leave(fault) ?? 0))
    }
    return fault
  }

  /** Finds out whether a node that was left alone is back. */
  async function wake(node: FailOverNode): Promise<void> {
    const { index } = node
    if (now() < (probedUntil.get(index) ?? 0)) return states.release(index)
    if (lastResortMs !== undefined) probedUntil.set(index, now() + lastResortMs)
    const fault = await probe(node, lastResortMs ?? probeMs, 0)
    if (fault) faults.set(index, fault)
  }

  /**
   * What was asked may itself be what a healthy node fails at, and anybody may ask it: so a node is left alone only if it
   * fails the probe too, and has answered nobody meanwhile.
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
    const leaveMs = states.answers(index) === before.answers ? options.leave(fault) : undefined
    const claimed = before.claimed || (leaveMs !== undefined && states.claim(index, totalMs))
    if (leaveMs !== undefined && claimed) await probe(node, probeMs, leaveMs)
    if (claimed) states.release(index)
  }

  const toError = ({ code, retryAfter }: Fault): ApiError => {
    const seconds = retryAfter === undefined ? undefined : Math.min(retryAfter, options.mostRetryAfter ?? Infinity)
    return new ApiError(code, undefined, seconds === undefined ? {} : { 'retry-after': String(seconds) })
  }

  return {
    /** For what an outcome shows: that a node works (`answered`), its head, that it is behind. */
    states,
    tell: logFault,

    /**
     * The outcomes that are no fault, node by node, until the caller has enough: with the node's index, and how many nodes
     * there are to ask. All nodes are able by default.
     *
     * Throws, where there is none, rpc_not_configured, upstream_rate_limited, upstream_timeout, upstream_failed.
     */
    async *outcomes<T extends object>(transport: Transport<T>, able: (index: number) => boolean = () => true) {
      if (urls.length === 0) throw new ApiError('rpc_not_configured')
      const deadline = now() + totalMs
      const candidates = states.order(able)
      const others = [...nodes.keys()].filter((index) => lastResortMs !== undefined && !candidates.includes(index))
      const order = [...candidates, ...others]
      const first = order.length
      let worst: Fault | undefined
      let isAnswered = false
      for (const [turn, index] of order.entries()) {
        if (turn === first) await new Promise((resolve) => setTimeout(resolve, againMs))
        const node = nodes[index]
        if (!node || (turn > 0 && now() >= deadline)) break
        const claimed = states.isAside(index) && states.claim(index, lastResortMs ?? totalMs)
        if (states.isDown(index) && claimed) await wake(node)
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
        if (againMs !== undefined && turn < first && (outcome.status ?? 0) >= 500) order.push(index)
      }
      if (isAnswered) return
      if (worst) throw toError(worst)
      // All are left alone, until one of them is found to be back.
      const known = nodes.flatMap(({ index }) => (able(index) ? (faults.get(index) ?? []) : []))[0]
      const waitMs = Math.min(states.wait(able), lastResortMs ?? Infinity)
      throw toError({
        code: known?.code ?? 'upstream_failed',
        cause: '',
        retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    },
  }
}

export const isFault = (outcome: object): outcome is Fault => 'code' in outcome && 'cause' in outcome

/** A rate limit says when to come back, the longest time counts; of other faults the first is reported. */
const graver = (before: Fault | undefined, fault: Fault): Fault => {
  if (!before) return fault
  const isLimit = fault.code === 'upstream_rate_limited'
  if (before.code !== 'upstream_rate_limited') return isLimit ? fault : before
  return isLimit && (fault.retryAfter ?? 0) > (before.retryAfter ?? 0) ? fault : before
}
