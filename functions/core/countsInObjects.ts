import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import { LimitsEnv } from './env.ts'

/** Whether Durable Objects count requests, and not Redis. */
export const countsInObjects = perEnvironment((env) => openEnv(LimitsEnv, env).UPSTASH_REDIS_REST_URL === undefined)
