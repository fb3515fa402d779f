import type * as z from 'zod'
import { lenient, optional } from '../../../shared/env/declare.ts'
import { safeUrl, text } from '../../../shared/env/formats.ts'

const without = '503 `dex_not_configured` where a request has `source: "api"`'

/** The trading API that may be asked for routes. A mistake closes what asks for it, and nothing else. */
export const dexVariables = {
  DEX_API_URL: lenient(safeUrl, {
    provider: 'tradingApi',
    meaning:
      'base URL of an API that speaks the protocol of Uniswap’s Trading API, for example `https://trade-api.gateway.uniswap.org/v1`: it is asked for routes alone',
    without,
  }),
  DEX_API_KEY: optional(text, { provider: 'tradingApi', meaning: 'the key of that API', without, secret: true }),
}

export type DexEnv = z.output<z.ZodObject<typeof dexVariables>>
