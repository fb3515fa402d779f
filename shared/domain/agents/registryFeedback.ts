import type { Address, ContractFunctionReturnType } from 'viem'
import type { Describe } from '../../chain/calls.ts'
import type { Chain } from '../../chain/chain.ts'
import type { FeedbackFilter } from '../../store/feedbackRows.ts'
import { reputationRegistryAbi } from './registryAbis.ts'
import type { FeedbackEntry } from './summariseFeedback.ts'

type Read = ContractFunctionReturnType<typeof reputationRegistryAbi, 'view', 'readAllFeedback'>

/**
 * `readAllFeedback` of the registry; no clients mean all of them. The registry itself never reverts here: null means
 * that it is more than one call can return.
 */
export const allFeedbackCall = (
  { at }: Pick<Describe, 'at'>,
  { role }: Pick<Chain, 'role'>,
  agentId: bigint,
  clients: readonly Address[],
  { tag1, tag2, includeRevoked }: FeedbackFilter,
) => {
  const registry = at(role('reputationRegistry'), reputationRegistryAbi)
  return registry('readAllFeedback', [agentId, clients, tag1, tag2, includeRevoked])
}

/** The columns of such a result as entries, in the registry's order. */
export const entriesOf = ([clients, indexes, values, decimals, tag1s, tag2s, revoked]: Read): FeedbackEntry[] =>
  clients.map((client, i) => ({
    client,
    feedbackIndex: indexes[i] ?? 0n,
    value: values[i] ?? 0n,
    valueDecimals: decimals[i] ?? 0,
    tag1: tag1s[i] ?? '',
    tag2: tag2s[i] ?? '',
    isRevoked: revoked[i] ?? false,
  }))
