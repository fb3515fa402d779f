import type { market } from '../../schema/market/index.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createDexApi, type DexApi } from './dex/api/createDexApi.ts'
import type { MarketEnv } from './env.ts'
import { createTrendContext, type TrendContext } from './trend/TrendContext.ts'

/** Context of the handlers of this family. */
export interface MarketContext extends TrendContext {
  /** Absent if not configured. */
  readonly dexApi: DexApi | undefined
}

export type MarketHandler<O extends keyof typeof market> = Handler<(typeof market)[O], MarketContext>

export const createMarketContext = (common: Context, env: MarketEnv): MarketContext => ({
  ...createTrendContext(common, env),
  dexApi: createDexApi(env, common.chain.config.chainId),
})
