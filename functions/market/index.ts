import { market } from '../../schema/market/index.ts'
import { keyedBuilds } from '../../shared/http/keyedBuilds.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { authenticateMarket } from './authenticateMarket.ts'
import { buildDexSwap } from './dex/buildDexSwap.ts'
import { checkDexApproval } from './dex/checkDexApproval.ts'
import { getDexPoolHistory } from './dex/getDexPoolHistory.ts'
import { queryDex } from './dex/queryDex.ts'
import { quoteDex } from './dex/quoteDex.ts'
import { MarketEnv } from './env.ts'
import { createMarketContext } from './context.ts'
import { scheduled } from './scheduled.ts'
import { createSwEntryChallenge } from './trend/createSwEntryChallenge.ts'
import { getTrendCoin } from './trend/getTrendCoin.ts'
import { getTrendCoinMetrics } from './trend/getTrendCoinMetrics.ts'
import { getTrendProfile } from './trend/getTrendProfile.ts'
import { listTrendCoins } from './trend/listTrendCoins.ts'
import { listTrendOps } from './trend/listTrendOps.ts'
import { processTrendSentinel } from './trend/processTrendSentinel.ts'
import { quoteTrendTrade } from './trend/quoteTrendTrade.ts'
import { refreshTrendProfile } from './trend/refreshTrendProfile.ts'
import { reserveTrendCoin } from './trend/reserveTrendCoin.ts'
import { resolveTrendProfile } from './trend/resolveTrendProfile.ts'
import { submitSwEntry } from './trend/submitSwEntry.ts'
import { syncTrendMetrics } from './trend/syncTrendMetrics.ts'

export default {
  fetch: serve({
    name: 'market',
    env: MarketEnv,
    operations: market,
    handlers: {
      buildDexSwap,
      checkDexApproval,
      getDexPoolHistory,
      queryDex,
      quoteDex,
      createSwEntryChallenge,
      getTrendCoin,
      getTrendCoinMetrics,
      getTrendProfile,
      listTrendCoins,
      listTrendOps,
      processTrendSentinel,
      quoteTrendTrade,
      refreshTrendProfile,
      reserveTrendCoin,
      resolveTrendProfile,
      submitSwEntry,
      syncTrendMetrics,
    },
    context: createMarketContext,
    authenticate: authenticateMarket,
    keys: ({ DB }) => createIdempotencyKeys(DB),
    keyed: keyedBuilds,
  }),
  scheduled,
}
