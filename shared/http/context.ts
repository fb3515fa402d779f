import { createChain } from '../chain/chain.ts'
import { createRpc } from '../chain/rpc.ts'
import { chainOf, type ChainEnv } from '../env/env.ts'
import { configureLog } from '../log/log.ts'
import { Memory } from '../cache/Memory.ts'
import type { Context } from './handler.ts'

/** What handlers are given, built from a Worker's environment; this also sets the log level. */
export function createContext(env: ChainEnv, now: () => number = Date.now): Context {
  configureLog({ level: env.LOG_LEVEL })
  const config = chainOf(env)
  const rpc = createRpc({ urls: env.RPC_URLS ?? [], blockTimeMs: config.blockTimeMs, now })
  return {
    chain: createChain(config, rpc, now),
    now,
    memory: new Memory(now),
    baseUrl: env.BASE_URL,
    appUrl: env.APP_URL ?? new URL(env.BASE_URL).origin,
    trustedOrigins: env.TRUSTED_ORIGINS,
  }
}
