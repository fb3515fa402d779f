import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request asks of every read that is made for it, who asks, and what it has cost so far. */
export interface RequestScope {
  readonly id: string
  readonly operation?: string
  /** The oldest block that is of use to it. */
  readonly minBlock: bigint | undefined
  /** HTTP requests to nodes of the chain, and how long they took in all. */
  readonly upstream?: { calls: number; ms: number }
}

/** The request for which something runs: handlers, and the readers that they are given, need not hand it on. */
export const requestScope = new AsyncLocalStorage<RequestScope>()
