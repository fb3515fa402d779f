import type { Graph } from './Graph.ts'
import { getAddress } from 'viem'
import type { FeedbackEntry } from '../../../shared/domain/agents/summariseFeedback.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { nodeId } from './nodeId.ts'

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
