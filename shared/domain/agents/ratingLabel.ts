/** First tags whose values are stars, 0 to 5. `starred` is not one: ERC-8004's examples count it from 0 to 100. */
const FIVE_STARS: ReadonlySet<string> = new Set(['technical-review', '5-star', 'five-star'])

export const RATING_LABELS = ['Very Poor', 'Poor', 'Below Average', 'Acceptable', 'Good', 'Outstanding'] as const
export type RatingLabel = (typeof RATING_LABELS)[number] | 'Dispute/Scam'

/** What a rating means where its first tag says that it is in stars; null for any other tag, and above five stars. */
export function ratingLabel(tag1: string, value: bigint, decimals: number): RatingLabel | null {
  if (!FIVE_STARS.has(tag1)) return null
  const unit = 10n ** BigInt(decimals)
  if (value < 0n) return 'Dispute/Scam'
  return value > 5n * unit ? null : (RATING_LABELS[Number(value / unit)] ?? null)
}
