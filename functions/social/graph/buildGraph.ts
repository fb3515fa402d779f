import { type Address, formatUnits } from 'viem'
import { agentIdJson } from '../../../shared/domain/agents/canonicalAgent.ts'
import type { Feedback } from '../../../shared/domain/agents/Feedback.ts'
import { isoOf } from '../../../shared/domain/agents/feedbackJson.ts'
import { type FeedbackEntry, ratingLabel, summarise, sumsOf } from '../../../shared/domain/agents/summariseFeedback.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import { edgesOf, type Graph, type GraphHistory, groupsOf, nodesOf } from './graphParts.ts'

export interface GraphSource {
  readonly agentId: bigint
  /** Requested first tag; empty for any. */
  readonly tag1: string
  readonly identityRegistry: Address
  readonly reputationRegistry: Address
  readonly feedback: Feedback
  /** Null if the index could not be used. */
  readonly history: GraphHistory | null
}

/** The feedback on an agent as a graph: the same feedback makes the same graph, in the same order. */
export function buildGraph(source: GraphSource): Graph {
  const { agentId, tag1, feedback, history } = source
  const { asOf, entries, total, sums, truncated } = feedback
  const responses = history?.responses ?? []
  const registry = (address: Address) => `eip155:${asOf.chainId}:${address}`
  return {
    agentId: agentIdJson(agentId),
    chainId: asOf.chainId,
    agentRegistry: registry(source.identityRegistry),
    reputationRegistry: registry(source.reputationRegistry),
    blockNumber: asOf.blockNumber,
    nodes: nodesOf(agentId, feedback, responses),
    edges: edgesOf(agentId, entries, responses),
    groups: groupsOf(agentId, entries),
    summary: { ...summaryOf(tag1, sums), truncated },
    stats: {
      tags: tagsOf(entries),
      revokedCount: history?.revoked ?? null,
      firstAt: isoOf(history?.first),
      lastAt: isoOf(history?.last),
    },
    truncated: total !== entries.length,
    generatedAt: isoOf(asOf.timestamp) ?? '',
    source: 'erc8004.reputation.graph',
  }
}

function summaryOf(tag1: string, sums: Feedback['sums']) {
  const { count, value, decimals, clients, topClientShareBps } = summarise(sums)
  return {
    totalFeedback: count,
    totalReviewers: clients,
    averageValue: String(value),
    averageValueDecimals: decimals,
    displayValue: formatUnits(value, decimals),
    topClientShareBps,
    label: count === 0 ? null : ratingLabel(tag1, value, decimals),
  }
}

/** The most frequent first, then by name. */
function tagsOf(entries: readonly FeedbackEntry[]) {
  const byTag = Map.groupBy(entries, (entry) => entry.tag1)
  return [...byTag]
    .map(([tag, own]) => ({ tag: plainText(tag, 256), ...summarise(sumsOf(own)) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .map(({ tag, count, clients, value, decimals }) => ({
      tag,
      count,
      reviewers: clients,
      averageValue: String(value),
      averageValueDecimals: decimals,
    }))
}
