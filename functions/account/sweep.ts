import type { AccountEnv } from './env.ts'
import { finishDeletions } from './portfolio/finishDeletions.ts'
import { prune } from './prune.ts'

/** The family's scheduled work; a part that fails does not hold up the other. `now` in unix milliseconds. */
export async function sweep(env: AccountEnv, now: number): Promise<void> {
  const ended = await Promise.allSettled([finishDeletions(env, now), prune(env, now)])
  const failed = ended.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'scheduled work of the account family failed')
}
