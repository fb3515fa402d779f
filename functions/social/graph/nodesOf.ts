import type { Graph } from './Graph.ts'
import { getAddress, type Address } from 'viem'
import type { Feedback } from '../../../shared/domain/agents/Feedback.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { entryJson } from '../../../shared/domain/agents/feedbackJson.ts'
import type { ResponseRow } from '../../../shared/store/feedbackRows.ts'
import { nodeId } from './nodeId.ts'
import { responsesTo } from './edgesOf.ts'

/** The agent, its reviewers, their feedback, and those who responded to it, each once. */
export function nodesOf(
  agentId: bigint,
  { agent, entries }: Feedback,
  responses: readonly ResponseRow[],
): Graph['nodes'] {
  const account = (type: 'reviewer' | 'responder', address: Address) => ({
    id: nodeId[type](address),
    type,
    label: getAddress(address),
    data: { address: getAddress(address) },
  })
  const reviewers = new Set(entries.map(({ client }) => client))
  const responders = new Set(responsesTo(entries, responses).map(({ responder }) => responder))
  return [
    {
      id: nodeId.agent(agentId),
      type: 'agent',
      label: `Agent ${agentId}`,
      data: { agentId: agentIdJson(agentId), owner: agent?.owner ?? null, agentWallet: agent?.wallet ?? null },
    },
    ...[...reviewers].map((address) => account('reviewer', address)),
    ...entries.map((entry) => {
      const { agentId: _, ...data } = entryJson(agentId, entry)
      const label = data.tag1 === '' ? data.displayValue : `${data.displayValue} ${data.tag1}`
      return { id: nodeId.feedback(entry.client, entry.feedbackIndex), type: 'feedback' as const, label, data }
    }),
    ...[...responders].map((address) => account('responder', address)),
  ]
}
