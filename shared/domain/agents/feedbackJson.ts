import { formatUnits } from 'viem'
import { plainText } from '../../text/plainText.ts'
import type { FeedbackRow, FeedbackSums } from '../../store/feedbackRows.ts'
import { agentIdJson } from './canonicalAgent.ts'
import type { HashChecked } from './checkHashes.ts'
import { SIZES } from './Feedback.ts'
import { meansByTag, ratingLabel, type FeedbackEntry, type FeedbackSummary } from './summariseFeedback.ts'

/** Feedback from its registry as an answer has it; texts of strangers are plain. */
export function entryJson(agentId: bigint, entry: FeedbackEntry) {
  const { client, feedbackIndex, value, valueDecimals, tag1, tag2, isRevoked } = entry
  return {
    agentId: agentIdJson(agentId),
    clientAddress: client,
    feedbackIndex: Number(feedbackIndex),
    value: String(value),
    valueDecimals,
    displayValue: formatUnits(value, valueDecimals),
    tag1: plainText(tag1, SIZES.tag),
    tag2: plainText(tag2, SIZES.tag),
    isRevoked,
    label: ratingLabel(tag1, value, valueDecimals),
  }
}

/** The same with what only the index knows; nulls if it does not have it. */
export function indexedJson(agentId: bigint, entry: FeedbackEntry, row: FeedbackRow | null, checked: HashChecked) {
  const omitted = (['tag1', 'tag2', 'endpoint', 'feedbackUri'] as const).filter((name) =>
    row?.omitted.split(',').includes(name),
  )
  return {
    id: `${agentId}:${entry.client.toLowerCase()}:${entry.feedbackIndex}`,
    ...entryJson(agentId, entry),
    endpoint: textOrNull(row?.endpoint, SIZES.endpoint),
    feedbackUri: textOrNull(row?.feedbackUri, SIZES.uri),
    feedbackHash: row?.feedbackHash ?? null,
    omitted,
    transactionHash: row?.txHash ?? null,
    responses: row?.responses ?? null,
    createdAt: isoOf(row?.blockTime),
    updatedAt: row && isoOf(Math.max(row.blockTime, row.revokedTime ?? 0, row.respondedTime ?? 0)),
    hashCheck: checked.hashCheck,
    hashCheckedAt: isoOf(checked.hashCheckedAt),
  }
}

const textOrNull = (text: string | null | undefined, limit: number): string | null =>
  typeof text === 'string' ? plainText(text, limit) : null

/** Unix seconds as ISO 8601. */
export const isoOf = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null

const meanJson = ({ count, value, decimals }: Pick<FeedbackSummary, 'count' | 'value' | 'decimals'>) => ({
  count,
  summaryValue: String(value),
  summaryValueDecimals: decimals,
  displayValue: formatUnits(value, decimals),
})

/** Means by first tag, which do not mix scales. */
export const tagMeansJson = (sums: FeedbackSums) =>
  meansByTag(sums).map(({ tag1, ...mean }) => ({
    tag1: plainText(tag1, SIZES.tag),
    ...meanJson(mean),
    label: ratingLabel(tag1, mean.value, mean.decimals),
  }))

/** A summary, and beside it how many clients it is made of. */
export const summaryJson = (agentId: bigint, tag1: string, summary: FeedbackSummary) => ({
  summary: { agentId: agentIdJson(agentId), ...meanJson(summary) },
  totalClients: summary.clients,
  topClientShareBps: summary.topClientShareBps,
  label: summary.count === 0 ? null : ratingLabel(tag1, summary.value, summary.decimals),
})
