import type { AccountEnv } from '../env.ts'
import { createPortfolios } from './createPortfolios.ts'
import { endDeletion, finishDeletion } from './finishDeletion.ts'

/** Maximum number of deletions in one run; the next run continues. */
const MOST_DELETIONS = 30

/**
 * Finishes interrupted deletions, and ends those whose confirmation has expired. A failure does not delay the others, but the
 * run then fails as a whole. `now` in unix milliseconds.
 */
export async function finishDeletions(env: AccountEnv, now: number): Promise<void> {
  const portfolios = createPortfolios(env, () => now)
  const seconds = Math.floor(now / 1000)
  const failed: unknown[] = []
  for (const deletion of await portfolios.deletions.unfinished(MOST_DELETIONS)) {
    try {
      if (await finishDeletion(deletion, portfolios, seconds)) await endDeletion(deletion, portfolios, seconds)
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'some account deletions could not be finished')
}
