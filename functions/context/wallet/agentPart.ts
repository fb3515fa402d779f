import type * as z from 'zod'
import { isAddressEqual, type Address } from 'viem'
import type { WalletAgent, WalletRole } from '../../../schema/context/walletParts.ts'
import { isOfOneScale, summarise } from '../../../shared/domain/agents/summariseFeedback.ts'
import { usableStanding } from '../../../shared/events/eventsFromIndex.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { FeedbackSums } from '../../../shared/store/feedbackRows.ts'
import { REPUTATION } from '../../../shared/store/streams.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { WalletsContext } from '../context.ts'
import { NotRead } from '../NotRead.ts'
import type { Found } from './Found.ts'

type Agent = z.output<typeof WalletAgent>
type Role = z.output<typeof WalletRole>

/** Agents whose standing is read; that of others is null. */
const RATED = 8
const ALL = { tag1: '', tag2: '', includeRevoked: false } as const

/** Agents among those named that the wallet owns at this block. Throws role_not_configured. */
export function agentsOf({ wallet, reads, config }: Found, ids: readonly bigint[]): Agent[] {
  if (!config.contracts.identityRegistry) throw new NotRead('role_not_configured')
  return ids.flatMap((id) => {
    const agent = reads.agents[String(id)]
    if (!agent?.owner || !isAddressEqual(agent.owner, wallet)) return []
    return [{ agentId: String(id), wallet: knownAddress(agent.wallet), feedback: null }]
  })
}

export const agentRoles = (registry: Address, agents: readonly Agent[]): Role[] =>
  agents.map(({ agentId }) => ({ role: 'agentOwner', address: registry, vault: null, agentId }))

/**
 * The agents with their feedback, as the log index has it. Throws role_not_configured, index_unavailable (NotRead),
 * store_unavailable.
 */
export async function rated(agents: readonly Agent[], context: WalletsContext): Promise<Agent[]> {
  const { chain, feedback } = context
  const registry = chain.config.contracts.reputationRegistry
  if (!registry) throw new NotRead('role_not_configured')
  const standing = await stored(() => usableStanding(context, [REPUTATION]))
  if (!standing) throw new NotRead('index_unavailable')
  return Promise.all(
    agents.map(async (agent, i) => {
      if (i >= RATED) return agent
      const of = { chain: standing.chain, registry, agentId: agent.agentId }
      const sums = await stored(() => feedback.sums(of, ALL))
      if (!sums) throw new NotRead('index_unavailable')
      return { ...agent, feedback: feedbackFields(sums) }
    }),
  )
}

function feedbackFields(sums: FeedbackSums) {
  const { count, clients, value, decimals } = summarise(sums)
  return { count, clients, average: isOfOneScale(sums) ? String(value) : null, decimals }
}
