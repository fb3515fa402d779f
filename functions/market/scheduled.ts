import { schedule, type ScheduledRun } from '../../shared/http/schedule.ts'
import { MarketEnv } from './env.ts'
import { measureCoins } from './trend/measureCoins.ts'
import { createTrendContext } from './trend/TrendContext.ts'

const trendOf = ({ env, ...common }: ScheduledRun<MarketEnv>) => createTrendContext(common, env)

/** Readings of trend coins, and the retention rules. */
export const scheduled = schedule('market', MarketEnv, {
  measureCoins: (run) => measureCoins(trendOf(run)),
  pruneOps: (run) => trendOf(run).trendOps.prune(run.seconds),
  pruneMetrics: (run) => trendOf(run).trendMetrics.prune(run.seconds),
  pruneEntries: (run) => trendOf(run).trendEntries.prune(run.seconds),
})
