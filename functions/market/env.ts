import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { dexVariables } from './dex/dexEnv.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import { readVariables } from '../../shared/env/env.ts'
import { trendVariables } from './trend/trendEnv.ts'

export const MarketEnv = z.object({
  ...readVariables,
  ...authVariables,
  DB: binding<D1Database>('database', 'D1: trend coins'),
  ...identityVariables,
  ...trendVariables,
  ...dexVariables,
  TREND_SENTINEL_SECRET: secret('bearer token of the sentinel of trend coins'),
  TREND_SENTINEL_SECRET_PREVIOUS: previous,
  AUTH_NONCE_SECRET: secret('seals the challenges that smart wallets sign for `sw-entry`'),
  AUTH_NONCE_SECRET_PREVIOUS: previous,
})
export type MarketEnv = z.output<typeof MarketEnv>
