import type { Context } from '../../shared/http/handler.ts'
import type { MarketEnv } from './env.ts'
import { createTrendContext, type TrendContext } from './trend/TrendContext.ts'

/** What the handlers of this family are given. */
export type MarketContext = TrendContext

export const createMarketContext = (common: Context, env: MarketEnv): MarketContext => createTrendContext(common, env)
