import { schedule } from '../../shared/http/schedule.ts'
import { prune } from '../../shared/store/retention.ts'
import { MarketEnv } from './env.ts'
import { retention } from './store/retention.ts'
import { measureCoins } from './trend/measureCoins.ts'
import { createTrendContext } from './trend/TrendContext.ts'

/** Readings of trend coins, and the retention rules. */
export const scheduled = schedule('market', MarketEnv, {
  measureCoins: ({ env, ...common }) => measureCoins(createTrendContext(common, env)),
  prune: ({ env, seconds }) => prune(env.DB, retention(seconds)),
})
