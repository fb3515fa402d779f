import type * as z from 'zod'
import { lenient, optional } from '../../../shared/env/declare.ts'
import { safeUrl, text } from '../../../shared/env/formats.ts'

const without = '503 `dex_not_configured` for requests with `source: "api"`'

/** The trading API for routes. A wrong value disables requests with `source: "api"` and nothing else. */
export const dexVariables = {
  DEX_API_URL: lenient(safeUrl, {
    provider: 'tradingApi',
    meaning:
      'base URL of an API with the protocol of Uniswap’s Trading API, for example `https://trade-api.gateway.uniswap.org/v1`; it is called for routes only',
    without,
  }),
  DEX_API_KEY: optional(text, { provider: 'tradingApi', meaning: 'key of the trading API', without, secret: true }),
}

export type DexEnv = z.output<z.ZodObject<typeof dexVariables>>
