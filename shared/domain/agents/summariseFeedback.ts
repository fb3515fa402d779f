import type { Address } from 'viem'
import { MOST_TAGS, type DecimalsSum, type FeedbackSums } from '../../store/feedbackRows.ts'
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

/** A mean by the registry's own rule. */
interface Mean {
  readonly count: number
  /** The mean is value / 10^decimals. */
  readonly value: bigint
  readonly decimals: number
}

/** A mean, and how many clients it is made of. */
export interface FeedbackSummary extends Mean {
  readonly clients: number
  /** Share of the feedback that the client who gave most has given, in 1/10 000; null without feedback. */
  readonly topClientShareBps: number | null
}

/** Sums behind a summary; revoked feedback does not count. */
export function sumsOf(entries: readonly FeedbackEntry[]): FeedbackSums {
  const valid = entries.filter(({ isRevoked }) => !isRevoked)
  const byClient = Map.groupBy(valid, ({ client }) => client.toLowerCase())
  const byTag = [...Map.groupBy(valid, ({ tag1 }) => tag1)]
    .toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .slice(0, MOST_TAGS)
  return {
    byDecimals: byDecimalsOf(valid),
    byTag: byTag.flatMap(([tag1, of]) => byDecimalsOf(of).map((one) => ({ tag1, ...one }))),
    clients: byClient.size,
    top: [...byClient.values()].reduce((most, { length }) => Math.max(most, length), 0),
  }
}

const byDecimalsOf = (entries: readonly FeedbackEntry[]): DecimalsSum[] =>
  [...Map.groupBy(entries, ({ valueDecimals }) => valueDecimals)].map(([decimals, of]) => ({
    decimals,
    count: of.length,
    sum: of.reduce((sum, { value }) => sum + value, 0n) * 10n ** BigInt(RATING_DECIMALS - decimals),
  }))

/**
 * `getSummary` of ERC-8004's reputation registry over all clients: the mean in 18 decimals, cut toward zero to the number
 * of decimals that most values have, the smaller one where two are as frequent. The registry takes its clients as an
 * argument, which one request cannot have from another's result; and where a mean does not fit its int128, as one of 10^38
 * and another with 18 decimals can, this is the mean all the same.
 */
export function summarise({ byDecimals, clients, top }: Omit<FeedbackSums, 'byTag'>): FeedbackSummary {
  const mean = meanOf(byDecimals)
  if (mean.count === 0) return { ...mean, clients: 0, topClientShareBps: null }
  return { ...mean, clients, topClientShareBps: Math.floor((top * 10_000) / mean.count) }
}

/** Whether a mean compares like with like: there is feedback, and all of it has one first tag, which names what is rated. */
export const isOfOneScale = ({ byTag }: Pick<FeedbackSums, 'byTag'>): boolean =>
  new Set(byTag.map(({ tag1 }) => tag1)).size === 1

/** The same mean for each first tag, that of most feedback first: a tag names what is rated, and so the scale of its values. */
export const meansByTag = ({ byTag }: FeedbackSums): (Mean & { readonly tag1: string })[] =>
  [...Map.groupBy(byTag, ({ tag1 }) => tag1)]
    .map(([tag1, groups]) => ({ tag1, ...meanOf(groups) }))
    .toSorted((a, b) => b.count - a.count || (a.tag1 < b.tag1 ? -1 : 1))

function meanOf(byDecimals: readonly DecimalsSum[]): Mean {
  const count = byDecimals.reduce((n, group) => n + group.count, 0)
  if (count === 0) return { count, value: 0n, decimals: 0 }
  const sum = byDecimals.reduce((all, group) => all + group.sum, 0n)
  const [most] = byDecimals.toSorted((a, b) => b.count - a.count || a.decimals - b.decimals)
  const decimals = most?.decimals ?? 0
  // BigInt division cuts toward zero, as the registry's does.
  return { count, value: sum / BigInt(count) / 10n ** BigInt(RATING_DECIMALS - decimals), decimals }
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
