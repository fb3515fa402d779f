import type { Address } from 'viem'
import { MOST_HOPS, TRACED_CHAINS } from '../../../schema/agents/walletIntelligence.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** The options of a graph, in one form for all spellings of a request. */
export interface IntelligenceOptions {
  readonly address: Address
  /** 1 to 5. */
  readonly hops: number
  /** Ascending, each once. */
  readonly chainIds: readonly number[]
  readonly portfolio: boolean
  readonly ens: boolean
  readonly social: boolean
  readonly labels: boolean
  readonly noCache: boolean
}

const DEFAULT_CHAINS: readonly number[] = [8453, 1]
const isTraced = (id: number): boolean => TRACED_CHAINS.some((chain) => chain === id)

/** Throws unsupported_chain for a chain whose funding is not traced. */
export function normaliseOptions({
  hops,
  chainIds = DEFAULT_CHAINS,
  ...options
}: Omit<IntelligenceOptions, 'chainIds'> & { readonly chainIds?: readonly number[] | undefined }): IntelligenceOptions {
  if (!chainIds.every(isTraced))
    throw new ApiError('unsupported_chain', `funding can only be traced on chains ${TRACED_CHAINS.join(', ')}`)
  return {
    ...options,
    hops: Math.min(hops, MOST_HOPS),
    chainIds: [...new Set(chainIds)].toSorted((a, b) => a - b),
  }
}
