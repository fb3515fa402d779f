import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request asks of every read that is made for it, and who asks. */
export interface RequestScope {
  readonly id: string
  /** The oldest block that is of use to it. */
  readonly minBlock: bigint | undefined
}

/** The request for which something runs: handlers, and the readers that they are given, need not hand it on. */
export const requestScope = new AsyncLocalStorage<RequestScope>()
