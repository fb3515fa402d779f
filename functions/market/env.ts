import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret, lenient, optional } from '../../shared/env/declare.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import { readVariables } from '../../shared/env/env.ts'
import { safeUrl, text, matching } from '../../shared/env/formats.ts'

const without = '503 `dex_not_configured` for requests with `source: "api"`'

/** The trading API for routes. A wrong value disables requests with `source: "api"` and nothing else. */
const dexVariables = {
  DEX_API_URL: lenient(safeUrl, {
    provider: 'tradingApi',
    meaning:
      'base URL of an API with the protocol of Uniswap’s Trading API, for example `https://trade-api.gateway.uniswap.org/v1`; it is called for routes only',
    without,
  }),
  DEX_API_KEY: optional(text, { provider: 'tradingApi', meaning: 'key of the trading API', without, secret: true }),
}

export type DexEnv = z.output<z.ZodObject<typeof dexVariables>>

/** The trend provider, the source of profiles. */
const trendVariables = {
  TREND_API_URL: lenient(safeUrl, {
    provider: 'trendProvider',
    meaning: 'base URL of the trend provider’s API; it receives the key',
    without: 'profiles are not resolved: 503 `trend_provider_not_configured`',
  }),
  TREND_API_KEY: optional(text, {
    meaning: 'key of the trend provider',
    without: 'requests have no key',
    secret: true,
  }),
  TREND_APP_ID: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 _ -', /^[A-Za-z0-9_-]{1,128}$/), {
    provider: 'trendProvider',
    meaning: 'id of the trend provider’s application at the identity provider, which identifies its accounts',
    without: 'profiles are not resolved: 503 `trend_provider_not_configured`',
  }),
}

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
