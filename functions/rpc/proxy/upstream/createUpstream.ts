import { createFailOver, type FailOverNode, isFault, type Transport } from '../../../../shared/chain/createFailOver.ts'
import { type Fault, wrongChain } from '../../../../shared/chain/createPost.ts'
import { ofChain } from '../../../../shared/chain/rpc.ts'
import { watchNodes } from '../../../../shared/chain/watchNodes.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { TOTAL_MS, TRY_MS } from '../deadlines.ts'

/** The most that is passed on of an answer, and read of a node's body. */
export const MAX_BYTES = 5_000_000
/** A node's chain id is read again after this time; a node of another chain is left alone for as long. */
const CHAIN_ID_MS = 300_000
/** Pause of a node that rejects the account, or is not a node, in milliseconds. */
const PARKED_MS = 900_000
const REFUSED = [401, 403, 404, 405, 426]
const PING_MS = 750
/**
 * If no other node answers, one that is left alone is probed for its chain this often, one request at a time: so it is
 * found again within a second, and one that hangs costs one request in so long half a second.
 */
const PROBE_MS = 500
/** Nodes that broke down are retried once, this long after the last node. */
const RETRY_DELAY_MS = 150
const MAX_RETRY_SECONDS = 600

export interface Upstream {
  readonly chainId: number
  /**
   * The first attempt that succeeds, node by node in order of preference, then those that were left alone and are back,
   * and once more those that broke down (HTTP 5xx): each for at most 5 s, all together for 8.5 s. Ends when the client is
   * gone.
   *
   * Throws upstream_failed, upstream_timeout, upstream_rate_limited (with the longest Retry-After that a node named),
   * rpc_answer_too_long.
   */
  ask<T extends object>(attempt: Transport<T>, gone?: AbortSignal): Promise<T>
}

interface Options {
  readonly chainId: number
  readonly urls: readonly string[]
  readonly now: () => number
  readonly fetch?: typeof fetch
}

export function createUpstream({ chainId, urls, now, fetch: send = fetch }: Options): Upstream {
  /** Until when a node is known to be of this chain; unix milliseconds. */
  const knownUntil = new Map<number, number>()
  const isOurs = ofChain(chainId)

  /** Asks a node for its chain id. Meanwhile others trust one that was of this chain. */
  async function checkChain({ index, post }: FailOverNode, ms: number): Promise<Fault | undefined> {
    if (knownUntil.has(index)) knownUntil.set(index, now() + ms)
    const replies = await post([{ method: 'eth_chainId', params: [] }], ms)
    if ('code' in replies) return replies
    const verdict = isOurs(replies)
    if (verdict === 'usable') {
      knownUntil.set(index, now() + CHAIN_ID_MS)
      return undefined
    }
    knownUntil.delete(index)
    return verdict === 'unusable'
      ? { code: 'upstream_failed', cause: 'it does not return its chain id' }
      : wrongChain(verdict)
  }

  const { states, outcomes } = createFailOver({
    urls,
    fetch: (input, init) => send(input, { ...init, redirect: 'manual' }),
    now,
    fields: { chainId },
    maxBytes: MAX_BYTES,
    totalMs: TOTAL_MS,
    share: (left) => Math.min(TRY_MS, left),
    probe: checkChain,
    probeMs: PING_MS,
    pauseMs(fault) {
      if (fault.wrongChain) return CHAIN_ID_MS
      if (fault.status !== undefined && REFUSED.includes(fault.status)) return PARKED_MS
      return fault.code === 'upstream_timeout' ? 0 : undefined
    },
    lastResortMs: PROBE_MS,
    retryDelayMs: RETRY_DELAY_MS,
    maxRetryAfter: MAX_RETRY_SECONDS,
  })

  return {
    chainId,
    async ask(attempt, gone) {
      const outcomesOf = outcomes(async (node, ms) => {
        const from = now()
        const fault = now() < (knownUntil.get(node.index) ?? 0) ? undefined : await checkChain(node, ms)
        const outcome = fault ?? (await attempt(node, Math.max(1, ms - (now() - from))))
        // Whatever was cut off says nothing about the node.
        if (isFault(outcome) && gone?.aborted) throw new ApiError('upstream_failed')
        if (isFault(outcome) && outcome.isTooLong) throw new ApiError('rpc_answer_too_long')
        return outcome
      })
      const { value } = await watchNodes('rpcProxy', () => outcomesOf.next())
      if (!value) throw new ApiError('upstream_failed')
      states.answered(value.index)
      return value.outcome
    },
  }
}
