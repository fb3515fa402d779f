import type { Graph } from './Graph.ts'
import { formatUnits } from 'viem'
import { SIZES } from '../../../shared/domain/agents/Feedback.ts'
import { isoOf } from '../../../shared/domain/agents/feedbackJson.ts'
import type { FeedbackEntry } from '../../../shared/domain/agents/summariseFeedback.ts'
import type { ResponseRow } from '../../../shared/store/feedbackRows.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { nodeId } from './nodeId.ts'

/** Who reviewed, what they authored, what the agent has, and who responded to what. */
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

/** Responses to feedback that is in the graph. */
export function responsesTo(entries: readonly FeedbackEntry[], responses: readonly ResponseRow[]): ResponseRow[] {
  const known = new Set(entries.map(({ client, feedbackIndex }) => nodeId.feedback(client, feedbackIndex)))
  return responses.filter(({ client, feedbackIndex }) => known.has(nodeId.feedback(client, feedbackIndex)))
}
