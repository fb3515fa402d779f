import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { MarketEnv } from './env.ts'

/** What the handlers of this family are given. */
export interface MarketContext extends Context {
  readonly simulate: Simulate
}

export const createMarketContext = (common: Context, _env: MarketEnv): MarketContext => ({
  ...common,
  simulate: createSimulator(common.chain, common.now),
})
