import type { RpcCall, RpcReply } from '../../../../shared/chain/RpcCall.ts'
import { type Fault, idsOf, wrongChain } from '../../../../shared/chain/Fault.ts'
import { NodeStates } from '../../../../shared/chain/NodeStates.ts'
import { createPost } from '../../../../shared/chain/createPost.ts'
import { type Endpoint, postCalls, toEndpoint } from '../../../../shared/chain/postCalls.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { log } from '../../../../shared/log/log.ts'
import { requestScope } from '../../../../shared/log/requestScope.ts'
import { TOTAL_MS, TRY_MS } from '../deadlines.ts'

/** The most that is passed on of an answer, and read of a node's body. */
export const MAX_BYTES = 5_000_000
/** A node's chain id is asked for again after this time; one of another chain is left alone for as long. */
const CHAIN_ID_MS = 300_000
/** How long a node is left alone that refuses the account, or is none. */
const PARKED_MS = 900_000
const REFUSED = [401, 403, 404, 405, 426]
const PING_MS = 750
/**
 * Where no other node answers, one that is left alone is asked for its chain this often, one question at a time: so it is
 * found again within a second, and one that hangs costs one request in so long half a second.
 */
const PROBE_MS = 500
/** How long after all have been asked those that broke down are asked once more. */
const AGAIN_MS = 150
const LOG_EVERY_MS = 60_000
/** The longest time that a caller is told to wait, in seconds. */
const MAX_RETRY_SECONDS = 600

/** One node, as an attempt sees it. */
export interface Target {
  readonly endpoint: Endpoint
  readonly fetch: typeof fetch
  /** Several calls as a batch, or one by one to a node that takes no batches. */
  readonly post: (calls: readonly RpcCall[], ms: number) => Promise<readonly RpcReply[] | Fault>
}

interface Node {
  readonly target: Target
  /** Until when it is known to be of this chain, and until when it is left alone; unix milliseconds. */
  knownUntil: number
  parkedUntil: number
  /** From when it may be asked whether it is back. */
  probedUntil: number
  lastFault: Fault | undefined
  loggedAt: { fault: number; chain: number }
}

/** The nodes of one chain. */
export interface Upstream {
  readonly chainId: number
  readonly urls: readonly string[]
  /**
   * The first attempt that is no fault, node by node in order of preference, then those that were left alone and are back,
   * and once more those that broke down (HTTP 5xx): each for at most 5 s, all together for 8.5 s. Ends when the client is
   * gone.
   *
   * Throws upstream_failed, upstream_timeout, upstream_rate_limited (with the longest Retry-After that a node named),
   * rpc_answer_too_long.
   */
  ask<T extends object>(attempt: (target: Target, ms: number) => Promise<T | Fault>, gone?: AbortSignal): Promise<T>
}

interface Options {
  readonly chainId: number
  readonly urls: readonly string[]
  readonly now: () => number
  readonly fetch?: typeof fetch
}

export function createUpstream({ chainId, urls, now, fetch: send = fetch }: Options): Upstream {
  // A proxy has no block time to judge heads by: it asks for none.
  const states = new NodeStates(urls.length, { now, blockTimeMs: 0 })
  const counted: typeof fetch = (input, init) => {
    const cost = requestScope.getStore()?.upstream
    if (cost) cost.calls++
    return send(input, { ...init, redirect: 'manual' })
  }
  const nodes = urls.map((url): Node => {
    const endpoint = { ...toEndpoint(url), maxBytes: MAX_BYTES }
    const target = { endpoint, fetch: counted, post: createPost(counted, endpoint, now) }
    const loggedAt = { fault: -LOG_EVERY_MS, chain: -LOG_EVERY_MS }
    return { target, knownUntil: 0, parkedUntil: 0, probedUntil: 0, lastFault: undefined, loggedAt }
  })

  /** A wrong chain is a mistake of the configuration: no other failure of the node keeps it out of the log. */
  function tell(node: Node, fault: Fault): void {
    const kind = fault.wrongChain ? 'chain' : 'fault'
    if (now() - node.loggedAt[kind] < LOG_EVERY_MS) return
    node.loggedAt[kind] = now()
    const { host } = new URL(node.target.endpoint.url)
    log('warn', 'upstream_failure', { host, cause: fault.cause, chainId, ...idsOf(fault) })
  }

  /** Asks a node for its chain id; a node of another chain is parked. Meanwhile others trust one that was of this chain. */
  async function checkChain(node: Node, ms: number): Promise<Fault | undefined> {
    const { endpoint } = node.target
    if (node.knownUntil > 0) node.knownUntil = now() + ms
    const replies = await postCalls(counted, endpoint, [{ method: 'eth_chainId', params: [] }], ms)
    if ('code' in replies) return replies
    const [reply] = replies
    const found = reply && 'result' in reply && typeof reply.result === 'string' ? Number(reply.result) : NaN
    if (found === chainId) {
      node.knownUntil = now() + CHAIN_ID_MS
      return undefined
    }
    node.knownUntil = 0
    if (!Number.isSafeInteger(found)) return { code: 'upstream_failed', cause: 'it does not tell its chain' }
    node.parkedUntil = now() + CHAIN_ID_MS
    return wrongChain({ configured: chainId, answered: found })
  }

  /** Whether a node that is left alone answers again. Only one request at a time finds out; the others take it for no. */
  async function isBack(index: number, node: Node): Promise<boolean> {
    if (now() < node.probedUntil) return false
    node.probedUntil = now() + PROBE_MS
    const fault = await checkChain(node, PROBE_MS)
    if (fault) {
      tell(node, fault)
      node.lastFault = fault
      if (states.isDown(index)) states.down(index)
      return false
    }
    node.parkedUntil = 0
    states.alive(index)
    return true
  }

  /**
   * Records a fault. A node that refuses, or does not answer, a trivial call either is left alone: anybody can make a call
   * that takes a healthy node long, or that its provider refuses by itself (old state, a method of another plan).
   */
  async function failed(index: number, node: Node, fault: Fault): Promise<void> {
    tell(node, fault)
    node.lastFault = fault
    const isRefused = fault.status !== undefined && REFUSED.includes(fault.status)
    const isTimeout = fault.code === 'upstream_timeout'
    const isHealthy = (isRefused || isTimeout) && !(await checkChain(node, PING_MS))
    if (isRefused && !isHealthy) node.parkedUntil = now() + PARKED_MS
    if (!isTimeout) states.failed(index, fault.retryAfter)
    else if (isHealthy) states.alive(index)
    else states.down(index)
  }

  return {
    chainId,
    urls,
    async ask(attempt, gone) {
      const deadline = now() + TOTAL_MS
      const isParked = (node: Node | undefined) => now() < (node?.parkedUntil ?? 0)
      const asked = states.order((index) => !isParked(nodes[index]))
      const order = [...asked, ...[...nodes.keys()].filter((index) => !asked.includes(index))]
      const first = order.length
      let worst: Fault | undefined
      for (const [i, index] of order.entries()) {
        if (i === first) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
        const node = nodes[index]
        const left = deadline - now()
        if (!node || left <= 0) break
        if ((isParked(node) || states.isDown(index)) && !(await isBack(index, node))) continue
        const ms = Math.min(TRY_MS, left)
        const from = now()
        const fault = now() < node.knownUntil ? undefined : await checkChain(node, ms)
        const outcome = fault ?? (await attempt(node.target, Math.max(1, ms - (now() - from))))
        const cost = requestScope.getStore()?.upstream
        if (cost) cost.ms += now() - from
        if (!isFault(outcome)) {
          states.answered(index)
          return outcome
        }
        // Whatever was cut off says nothing about the node.
        if (gone?.aborted) throw new ApiError('upstream_failed')
        if (outcome.isTooLong) throw new ApiError('rpc_answer_too_long')
        await failed(index, node, outcome)
        worst = worse(worst, outcome)
        if (i < first && (outcome.status ?? 0) >= 500) order.push(index)
      }
      // All are left alone, until one is found to be back: within a second.
      const last = nodes.reduce<Fault | undefined>((found, { lastFault }) => found ?? lastFault, undefined)
      throw worst ? toError(worst) : toError(last ?? { code: 'upstream_failed', cause: '' }, 1)
    },
  }
}

const isFault = (outcome: object): outcome is Fault => 'code' in outcome && 'cause' in outcome

/** A rate limit says when to come back; of other faults the first is reported. */
const worse = (before: Fault | undefined, fault: Fault): Fault => {
  if (before?.code !== 'upstream_rate_limited')
    return fault.code === 'upstream_rate_limited' ? fault : (before ?? fault)
  return fault.code === 'upstream_rate_limited' && (fault.retryAfter ?? 0) > (before.retryAfter ?? 0) ? fault : before
}

function toError({ code, retryAfter }: Fault, seconds = retryAfter): ApiError {
  const headers = seconds === undefined ? {} : { 'retry-after': String(Math.min(seconds, MAX_RETRY_SECONDS)) }
  return new ApiError(code, undefined, headers)
}
