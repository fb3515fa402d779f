import { market } from '../../schema/market.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { buildDexSwap } from './dex/buildDexSwap.ts'
import { checkDexApproval } from './dex/checkDexApproval.ts'
import { getDexPoolHistory } from './dex/getDexPoolHistory.ts'
import { queryDex } from './dex/queryDex.ts'
import { quoteDex } from './dex/quoteDex.ts'
import { MarketEnv } from './env.ts'
import { createMarketContext } from './MarketContext.ts'

export default {
  fetch: serve({
    name: 'market',
    env: MarketEnv,
    operations: market,
    handlers: { buildDexSwap, checkDexApproval, getDexPoolHistory, queryDex, quoteDex },
    context: createMarketContext,
    authenticate,
  }),
}
