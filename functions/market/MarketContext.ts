import type { Context } from '../../shared/http/handler.ts'
import type { MarketEnv } from './env.ts'

/** What the handlers of this family are given. */
export type MarketContext = Context

export const createMarketContext = (common: Context, _env: MarketEnv): MarketContext => common
