import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ticket } from './Ticket.ts'
import type { Calls, Time } from './Time.ts'
import type { Trace } from './Trace.ts'
import type { Watch } from './Watch.ts'

/** Demands of a request on every read made for it, its identity, and its costs so far. */
export interface RequestScope {
  /** Undefined for scheduled work. */
  readonly id: string | undefined
  readonly operation?: string
  /** The oldest block that is useful to it. */
  readonly minBlock: bigint | undefined
  /** Of a write that came with an Idempotency-Key. */
  readonly ticket?: Ticket | undefined
  /** `id` of the wallet_sendCalls request that it builds; absent where it has no Idempotency-Key. */
  readonly callsId?: `0x${string}` | undefined
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
