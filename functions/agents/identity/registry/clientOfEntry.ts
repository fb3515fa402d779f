import { type Address, getAddress } from 'viem'
import type { Describe, Ref } from '../../../../shared/chain/calls.ts'
import { feedbackIndexOf, type FeedbackReader, ifReadable } from '../../../../shared/domain/agents/feedbackIndexOf.ts'
import { reputationRegistryAbi } from '../../../../shared/domain/agents/registryAbis.ts'
import { agentCalls, requireAgent } from '../../../../shared/domain/agents/requireAgent.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { reputationActionsAbi } from '../encodeGiveFeedback.ts'

const NAMED = 8
/** Clients of an agent whose feedback one request reads from the registry. */
const MOST_CLIENTS = 200

interface Wanted {
  readonly agentId: bigint
  readonly feedbackIndex: number
  readonly minBlock?: number | undefined
}

/**
 * The one client whose feedback on an agent has this number, by the log index; by the registry, for at most 200 clients,
 * where the index cannot be used or has none.
 *
 * Throws invalid_request if several clients have it, or too many would have to be queried, feedback_not_found,
 * agent_not_found, role_not_configured, and what a chain read throws.
 */
export async function clientOfEntry(reader: FeedbackReader, wanted: Wanted): Promise<Address> {
  const { agentId, feedbackIndex } = wanted
  const indexed = await ifReadable(clientsInIndex(reader, wanted))
  const clients = indexed?.length ? indexed : await clientsInRegistry(reader, wanted, indexed !== null)
  const [client, ...others] = clients
  if (client === undefined)
    throw new ApiError(
      'feedback_not_found',
      `feedbackIndex: no client has given feedback ${feedbackIndex} on agent ${agentId}`,
    )
  if (others.length === 0) return client
  const more = clients.length > NAMED ? ', and others' : ''
  throw new ApiError(
    'invalid_request',
    `client: is required with mode=single, because several clients have given feedback ${feedbackIndex} on agent ${agentId}: ${clients.slice(0, NAMED).join(', ')}${more}`,
  )
}

/** Null if the index cannot be used. */
async function clientsInIndex(
  reader: FeedbackReader,
  { agentId, feedbackIndex, minBlock }: Wanted,
): Promise<readonly Address[] | null> {
  const index = await feedbackIndexOf(reader, agentId, minBlock)
  const found = index && (await reader.feedback.clientsOf(index.of, feedbackIndex, NAMED + 1))
  return found && index.asOf(found) && found.clients.map((client) => getAddress(client))
}

async function clientsInRegistry(
  { chain }: FeedbackReader,
  { agentId, feedbackIndex }: Wanted,
  isIndexed: boolean,
): Promise<readonly Address[]> {
  const describeReads = (describe: Describe) => {
    const registry = chain.role('reputationRegistry')
    const clients = describe.at(registry, reputationRegistryAbi)('getClients', [agentId])
    const lastIndex = (client: Ref<Address>) =>
      describe.at(registry, reputationActionsAbi)('getLastIndex', [agentId, client])
    return {
      agent: agentCalls(describe, chain, agentId),
      clients,
      last: describe.each(clients, MOST_CLIENTS, lastIndex),
    }
  }
  const { value } = await chain.read(describeReads)
  requireAgent(chain, agentId, value.agent)
  const { clients, last } = value
  if (!clients || !last) throw new ApiError('upstream_failed')
  if (clients.length > MOST_CLIENTS) {
    // The index has them all, so that only a client after its block could have it.
    if (isIndexed) return []
    throw new ApiError(
      'invalid_request',
      `client: is required with mode=single while the log index is unavailable, because the agent has more than ${MOST_CLIENTS} clients`,
    )
  }
  return clients.filter((_, i) => {
    const reached = last[i] ?? null
    if (reached === null) throw new ApiError('upstream_failed')
    return feedbackIndex > 0 && reached >= BigInt(feedbackIndex)
  })
}
