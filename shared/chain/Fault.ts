/** Why a node gave no replies; `cause` is for the log, and contains neither the node's own words nor its URL. */
export interface Fault {
  readonly code: 'upstream_failed' | 'upstream_timeout' | 'upstream_rate_limited'
  readonly cause: string
  /** Seconds for which the node asks not to be called. */
  readonly retryAfter?: number
  /** It answered a batch as if that were one malformed request. */
  readonly refusesBatch?: boolean
  /** Its HTTP status, where that was the fault. */
  readonly status?: number
  /** Its body is longer than is read of one. */
  readonly isTooLong?: boolean
  /** It is of another chain. */
  readonly wrongChain?: WrongChain
}

/** A node answers for another chain: the id (or genesis hash) that is configured, and the one that it answered. */
export interface WrongChain {
  readonly configured: number | string
  readonly answered: number | string
}

/** The fault of a node that answers for another chain. */
export const wrongChain = (chain: WrongChain): Fault => ({
  code: 'upstream_failed',
  cause: 'it serves another chain',
  wrongChain: chain,
})

/** What the log says of such a fault. */
export const idsOf = ({ wrongChain: chain }: Pick<Fault, 'wrongChain'>) =>
  chain && { chainId: chain.configured, answeredChainId: chain.answered }
