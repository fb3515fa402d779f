import { AsyncLocalStorage } from 'node:async_hooks'
import type { Calls, Time } from './Time.ts'
import type { Trace } from './Trace.ts'
import type { Watch, Outcome, Watched } from './Watch.ts'

/** How long an answer is kept, in seconds (draft-ietf-httpapi-idempotency-key-header-07 section 2.3). */
export const KEPT_SECONDS = 86_400

/** The request of a run under its Idempotency-Key: what a write needs to keep the answer in its own transaction. */
export interface Ticket {
  /** SHA-256 of who asks, the operation and the key. */
  readonly id: string
  /** The principal, as budgets name it. */
  readonly principal: string
  /** SHA-256 of the validated inputs. */
  readonly fingerprint: string
  /** The run: of several for one request, one keeps its answer. */
  readonly claim: string
  /** Time of the first run, in unix seconds: the same for each run of a request. */
  readonly requestedAt: number
  /** The answer, JSON, once a write has kept it in its own transaction. */
  kept?: string
}

/** Demands of a request on every read made for it, its identity, and its costs so far. */
export interface RequestScope {
  /** Undefined for scheduled work. */
  readonly id: string | undefined
  readonly operation?: string
  /** The oldest block that is useful to it. */
  readonly minBlock: bigint | undefined
  /** The block at which its reads of the chain are made; the newest if undefined. */
  readonly block?: bigint | undefined
  /** Whether a node holds `block` to be final, once it has been read. */
  isFinal?: boolean
  /** Of a write that came with an Idempotency-Key. */
  readonly ticket?: Ticket | undefined
  /** `id` of the wallet_sendCalls request that it builds; absent where it has no Idempotency-Key. */
  readonly callsId?: `0x${string}` | undefined
  /** Of a builder: address of the page that builds the same for its sender; null if that is too long. */
  readonly reviewUrlOf?: ((from: `0x${string}`) => string | null) | undefined
  /** The trace that it is part of, if it says so. */
  readonly trace?: Trace | undefined
  /** HTTP requests to nodes of the chain and to services of others, and how long it waited for them. */
  readonly upstream?: Calls
  /** How long it waited for D1 and Durable Objects. */
  readonly store?: Time
  /** Remembers what its calls of others show. */
  readonly watch?: Watch | undefined
  /** Keeps the isolate alive for work that continues after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** The request on whose behalf code runs: handlers and the readers that they use need not pass it on. */
export const requestScope = new AsyncLocalStorage<RequestScope>()

/** Records the outcome of a call in the watch of the current request, and reports what is due. */
export function recordOutcome(what: Watched, outcome: Outcome, ms: number): void {
  const { watch, waitUntil } = requestScope.getStore() ?? {}
  watch?.record(what, outcome, ms)
  // Work without a request reports at its end.
  const report = waitUntil && watch?.report()
  if (report) waitUntil(report)
}
