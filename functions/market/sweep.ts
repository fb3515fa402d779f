import { createContext } from '../../shared/http/context.ts'
import type { MarketEnv } from './env.ts'
import { measureCoins } from './trend/measureCoins.ts'
import { createTrendContext } from './trend/TrendContext.ts'

/** The family's scheduled work: readings of trend coins, and the retention rules. A part that fails holds up no other. */
export async function sweep(env: MarketEnv, now: () => number): Promise<void> {
  const context = createTrendContext(createContext(env, now), env)
  const seconds = Math.floor(now() / 1000)
  const ended = await Promise.allSettled([
    measureCoins(context),
    context.trendOps.prune(seconds),
    context.trendMetrics.prune(seconds),
    context.trendEntries.prune(seconds),
  ])
  const failed = ended.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'scheduled work of the market family failed')
}
