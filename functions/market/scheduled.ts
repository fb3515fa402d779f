import { schedule } from '../../shared/http/schedule.ts'
import { prune, deleteSome } from '../../shared/store/retention.ts'
import { MarketEnv } from './env.ts'
import { measureCoins } from './trend/measureCoins.ts'
import { createTrendContext } from './trend/TrendContext.ts'
import { type SQL, sql } from 'drizzle-orm'

const DAY = 86_400
const YEAR = 366 * DAY

/** The retention rules of the family's tables; `now` in unix seconds. */
const retention = (now: number): SQL[] => [
  deleteSome('trend_ops', sql`status in ('predicted', 'deploying', 'failed') and updated_at < ${now - YEAR}`),
  deleteSome('trend_metrics', sql`taken_at < ${now - 90 * DAY}`),
  deleteSome('trend_entries', sql`created_at < ${now - YEAR}`),
]

/** Readings of trend coins, and the retention rules. */
export const scheduled = schedule('market', MarketEnv, {
  measureCoins: ({ env, ...common }) => measureCoins(createTrendContext(common, env)),
  prune: ({ env, seconds }) => prune(env.DB, retention(seconds)),
})
