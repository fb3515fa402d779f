import type { Address } from 'viem'
import type { FeedbackSums } from '../../store/feedbackRows.ts'
import { RATING_DECIMALS } from '../../store/sortable.ts'

/** A piece of feedback, as its registry has it. */
export interface FeedbackEntry {
  readonly client: Address
  /** Counts from 1 for each client. */
  readonly feedbackIndex: bigint
  /** The rating is value / 10^valueDecimals. */
  readonly value: bigint
  readonly valueDecimals: number
  readonly tag1: string
  readonly tag2: string
  readonly isRevoked: boolean
}

/** A mean by the registry's own rule, and how many clients it is made of. */
export interface FeedbackSummary {
  readonly count: number
  /** The mean is value / 10^decimals. */
  readonly value: bigint
  readonly decimals: number
  readonly clients: number
  /** Share of the feedback that the client who gave most has given, in 1/10 000; null without feedback. */
  readonly topClientShareBps: number | null
}

/** Sums behind a summary; revoked feedback does not count. */
export function sumsOf(entries: readonly FeedbackEntry[]): FeedbackSums {
  const groups = new Map<number, { count: number; sum: bigint }>()
  const byClient = new Map<string, number>()
  for (const { client, value, valueDecimals, isRevoked } of entries) {
    if (isRevoked) continue
    const group = groups.get(valueDecimals) ?? { count: 0, sum: 0n }
    group.count++
    group.sum += value * 10n ** BigInt(RATING_DECIMALS - valueDecimals)
    groups.set(valueDecimals, group)
    const key = client.toLowerCase()
    byClient.set(key, (byClient.get(key) ?? 0) + 1)
  }
  return {
    byDecimals: [...groups].map(([decimals, group]) => ({ decimals, ...group })),
    clients: byClient.size,
    top: Math.max(0, ...byClient.values()),
  }
}

/**
 * `getSummary` of ERC-8004's reputation registry over all clients: the mean in 18 decimals, cut toward zero to the number
 * of decimals that most values have, the smaller one where two are as frequent. The registry takes its clients as an
 * argument, which one request cannot have from another's result; and where a mean does not fit its int128, as one of 10^38
 * and another with 18 decimals can, this is the mean all the same.
 */
export function summarise({ byDecimals, clients, top }: FeedbackSums): FeedbackSummary {
  const count = byDecimals.reduce((n, group) => n + group.count, 0)
  if (count === 0) return { count, value: 0n, decimals: 0, clients: 0, topClientShareBps: null }
  const sum = byDecimals.reduce((all, group) => all + group.sum, 0n)
  const [most] = byDecimals.toSorted((a, b) => b.count - a.count || a.decimals - b.decimals)
  const decimals = most?.decimals ?? 0
  // BigInt division cuts toward zero, as the registry's does.
  const value = sum / BigInt(count) / 10n ** BigInt(RATING_DECIMALS - decimals)
  return { count, value, decimals, clients, topClientShareBps: Math.floor((top * 10_000) / count) }
}

/** First tags whose values are stars, 0 to 5. `starred` is not one: ERC-8004's examples count it from 0 to 100. */
const FIVE_STARS: ReadonlySet<string> = new Set(['technical-review', '5-star', 'five-star'])

const RATING_LABELS = ['Very Poor', 'Poor', 'Below Average', 'Acceptable', 'Good', 'Outstanding'] as const
type RatingLabel = (typeof RATING_LABELS)[number] | 'Dispute/Scam'

/** Label of a rating whose first tag counts stars; null for any other tag, and above five stars. */
export function ratingLabel(tag1: string, value: bigint, decimals: number): RatingLabel | null {
  if (!FIVE_STARS.has(tag1)) return null
  const unit = 10n ** BigInt(decimals)
  if (value < 0n) return 'Dispute/Scam'
  return value > 5n * unit ? null : (RATING_LABELS[Number(value / unit)] ?? null)
}
