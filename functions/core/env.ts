import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, optional } from '../../shared/env/declare.ts'
import { boardBinding, commonVariables, nodeVariables } from '../../shared/env/env.ts'
import { slotVariables } from '../../shared/env/slotEnv.ts'
import { text, url } from '../../shared/env/formats.ts'
import type { LimitCounter } from './LimitCounter.ts'

const together = 'set both `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN`, or neither'

/** The limiter's store. */
const limitsVariables = {
  LIMIT_COUNTER: binding<DurableObjectNamespace<LimitCounter>>('object', 'Durable Objects of `core`: request counts'),
  SESSIONS: authVariables.SESSIONS,
  UPSTASH_REDIS_REST_URL: optional(url, {
    meaning: `URL of the Redis that counts requests; ${together}`,
    without: 'Durable Objects count',
    secret: true,
  }),
  UPSTASH_REDIS_REST_TOKEN: optional(text, {
    meaning: `token of that Redis; ${together}`,
    without: 'Durable Objects count',
    secret: true,
  }),
}

export const LimitsEnv = z
  .object(limitsVariables)
  .refine(
    ({ UPSTASH_REDIS_REST_URL: at, UPSTASH_REDIS_REST_TOKEN: token }) => (at === undefined) === (token === undefined),
    {
      path: ['UPSTASH_REDIS_REST_URL'],
      error: 'must be set together with UPSTASH_REDIS_REST_TOKEN',
    },
  )
export type LimitsEnv = z.output<typeof LimitsEnv>

export const CoreEnv = z.object({
  ...commonVariables,
  ...nodeVariables,
  ...limitsVariables,
  NONCES: authVariables.NONCES,
  STREAM_SLOTS: slotVariables.STREAM_SLOTS,
  STATUS_BOARD: boardBinding,
  DB: binding<D1Database>('database', 'D1, the database; `core` fills its log index'),
})
export type CoreEnv = z.output<typeof CoreEnv>

/** Input of the status board. */
export const BoardEnv = CoreEnv.pick({ CHAIN: true, CHAIN_CONFIG: true, RPC_URLS: true, DB: true })
export type BoardEnv = z.output<typeof BoardEnv>
