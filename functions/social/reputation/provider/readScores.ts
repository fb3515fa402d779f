import * as z from 'zod'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { Score } from './ReputationProvider.ts'

/** The highest score that the provider gives. */
const MOST = 2800

const ScoreItem = z
  .object({ score: z.int().min(0).max(MOST), level: z.string().max(64).nullish() })
  .transform(({ score, level = null }): Score => ({ score, level }))
  .nullable()
const Scores = z.record(z.string(), z.unknown())
const Wrapped = z.object({ data: Scores })

/**
 * The scores of some keys from an answer that maps each to its score, or under `data`. A key whose item is missing or
 * wrong is left out. Throws ProviderFailure if the answer is no such map.
 */
export function readScores(answer: unknown, userkeys: readonly string[]): Map<string, Score | null> {
  const wrapped = Wrapped.safeParse(answer)
  const { data: scores } = Scores.safeParse(wrapped.success ? wrapped.data.data : answer)
  if (!scores) throw new ProviderFailure('failed', 'the scores in the answer are not an object')
  return new Map(
    userkeys.flatMap((userkey) => {
      const { success, data } = ScoreItem.safeParse(Object.hasOwn(scores, userkey) ? scores[userkey] : undefined)
      return success ? [[userkey, data] as const] : []
    }),
  )
}
