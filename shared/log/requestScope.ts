import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ticket } from './Ticket.ts'

/** What a request demands of every read made for it, whose request it is, and what it has cost so far. */
export interface RequestScope {
  readonly id: string
  readonly operation?: string
  /** The oldest block that is useful to it. */
  readonly minBlock: bigint | undefined
  /** Of a write that came with an Idempotency-Key. */
  readonly ticket?: Ticket | undefined
  /** `id` of the wallet_sendCalls request that it builds; absent where it has no Idempotency-Key. */
  readonly callsId?: `0x${string}` | undefined
  /** HTTP requests to nodes of the chain, and how long they took in total. */
  readonly upstream?: { calls: number; ms: number }
}

/** The request on whose behalf code runs: handlers and the readers that they use need not pass it on. */
export const requestScope = new AsyncLocalStorage<RequestScope>()
