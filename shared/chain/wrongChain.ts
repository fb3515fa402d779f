import type { Fault } from './postCalls.ts'

/** A node answers for another chain: the id (or genesis hash) that is configured, and the one that it answered. */
export interface WrongChain {
  readonly configured: number | string
  readonly answered: number | string
}

/** The fault of a node that answers for another chain. */
export const wrongChain = (chain: WrongChain): Fault => ({
  code: 'upstream_failed',
  cause: 'it is of another chain',
  wrongChain: chain,
})

/** What the log says of such a fault. */
export const idsOf = ({ wrongChain: chain }: Pick<Fault, 'wrongChain'>) =>
  chain && { chainId: chain.configured, answeredChainId: chain.answered }
