import { market } from '../../schema/market/index.ts'
import { keyedBuilds } from '../../shared/http/keyedBuilds.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { buildDexSwap } from './dex/buildDexSwap.ts'
import { checkDexApproval } from './dex/checkDexApproval.ts'
import { getDexPoolHistory } from './dex/getDexPoolHistory.ts'
import { queryDex } from './dex/queryDex.ts'
import { quoteDex } from './dex/quoteDex.ts'
import { MarketEnv } from './env.ts'
import { createMarketContext, type MarketContext } from './context.ts'
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
import { authenticate } from '../../shared/auth/authenticate.ts'
import { requireIdentity } from '../../shared/auth/identity.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { rememberSessions } from '../../shared/auth/rememberSessions.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'

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

/** Sessions and agents, users of the identity provider by an access token, and
 * the sentinel of trend coins by its secret. */
function authenticateMarket(context: MarketContext, env: MarketEnv): Authenticate {
  const resolve = rememberSessions(authenticate(context, env), context)
  const secrets = secretsInForce(env.TREND_SENTINEL_SECRET, env.TREND_SENTINEL_SECRET_PREVIOUS)
  return async (request, requirement, readBody) => {
    if (requirement.kind === 'identity') return requireIdentity(request, context.provider)
    if (requirement.kind !== 'machine' || requirement.name !== 'sentinel')
      return resolve(request, requirement, readBody)
    await requireMachine(request, 'sentinel', { secrets })
    return { kind: 'machine', name: 'sentinel' }
  }
}
