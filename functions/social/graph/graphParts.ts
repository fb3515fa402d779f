import { type Address, formatUnits, getAddress } from 'viem'
import type * as z from 'zod'
import type { ReputationGraph } from '../../../schema/social/reputationGraphAnswers.ts'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import { type Feedback, SIZES } from '../../../shared/domain/agents/Feedback.ts'
import { entryJson, isoOf } from '../../../shared/domain/agents/feedbackJson.ts'
import type { FeedbackEntry } from '../../../shared/domain/agents/summariseFeedback.ts'
import type { FeedbackHistory, ResponseRow, WholeBlock } from '../../../shared/store/feedbackRows.ts'
import { lower } from '../../../shared/text/address.ts'
import { plainText } from '../../../shared/text/plainText.ts'

/** Edges for reviews, their authors, the agent that has them, and responses. */
export function edgesOf(
  agentId: bigint,
  entries: readonly FeedbackEntry[],
  responses: readonly ResponseRow[],
): Graph['edges'] {
  const agent = nodeId.agent(agentId)
  const reviewers = new Set(entries.map(({ client }) => nodeId.reviewer(client)))
  return [
    ...[...reviewers].map((source) => ({ source, target: agent, type: 'reviewed' as const })),
    ...entries.flatMap(({ client, feedbackIndex, value, valueDecimals }) => {
      const feedback = nodeId.feedback(client, feedbackIndex)
      const weight = formatUnits(value, valueDecimals)
      return [
        { source: agent, target: feedback, type: 'has_feedback' as const },
        { source: nodeId.reviewer(client), target: feedback, type: 'authored' as const, weight },
      ]
    }),
    ...responsesTo(entries, responses).map((response) => ({
      source: nodeId.responder(response.responder),
      target: nodeId.feedback(response.client, response.feedbackIndex),
      type: 'responded_to' as const,
      data: {
        responseUri: response.responseUri === null ? null : plainText(response.responseUri, SIZES.uri),
        responseHash: response.responseHash,
        transactionHash: response.txHash,
        createdAt: isoOf(response.blockTime) ?? '',
      },
    })),
  ]
}

function responsesTo(entries: readonly FeedbackEntry[], responses: readonly ResponseRow[]): ResponseRow[] {
  const known = new Set(entries.map(({ client, feedbackIndex }) => nodeId.feedback(client, feedbackIndex)))
  return responses.filter(({ client, feedbackIndex }) => known.has(nodeId.feedback(client, feedbackIndex)))
}

export type Graph = z.output<typeof ReputationGraph>

/** History of an agent's feedback, which the index alone has, as of its own block. */
export interface GraphHistory extends FeedbackHistory, WholeBlock {
  readonly responses: readonly ResponseRow[]
}

const nodeId = {
  agent: (agentId: bigint): string => `agent:${agentId}`,
  reviewer: (client: Address): string => `reviewer:${lower(client)}`,
  responder: (responder: Address): string => `responder:${lower(responder)}`,
  feedback: (client: Address, index: bigint | number): string => `feedback:${lower(client)}:${index}`,
}

/** The agent with its feedback, each reviewer with theirs, and the feedback of each tag. */
export function groupsOf(agentId: bigint, entries: readonly FeedbackEntry[]): Graph['groups'] {
  const idOf = ({ client, feedbackIndex }: FeedbackEntry) => nodeId.feedback(client, feedbackIndex)
  const agent = nodeId.agent(agentId)
  const byClient = Map.groupBy(entries, ({ client }) => nodeId.reviewer(client))
  const byTag = new Map<string, Set<string>>()
  for (const entry of entries)
    for (const tag of [entry.tag1, entry.tag2].map((text) => plainText(text, 256)))
      if (tag !== '') byTag.set(tag, (byTag.get(tag) ?? new Set()).add(idOf(entry)))
  return [
    { id: `namespace:${agent}`, label: `Feedback on agent ${agentId}`, nodeIds: [agent, ...entries.map(idOf)] },
    ...[...byClient].map(([reviewer, own]) => ({
      id: `namespace:${reviewer}`,
      label: `Feedback of ${own[0] ? getAddress(own[0].client) : reviewer}`,
      nodeIds: [reviewer, ...own.map(idOf)],
    })),
    ...[...byTag].map(([tag, ids]) => ({ id: `tag:${tag}`, label: tag, nodeIds: [...ids] })),
  ]
}

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
