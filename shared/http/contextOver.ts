import type { OpenChain } from '../chain/openChain.ts'
import { chainOf, type ChainEnv } from '../env/env.ts'
import { configureLog } from '../log/log.ts'
import { Memory } from '../cache/Memory.ts'
import type { Context } from './handler.ts'

/** Builds the context of handlers over a chain, and sets the log level. */
export function contextOver(openChain: OpenChain, env: ChainEnv, now: () => number = Date.now): Context {
  configureLog({ level: env.LOG_LEVEL })
  return {
    chain: openChain(chainOf(env), env.RPC_URLS ?? [], now),
    now,
    memory: new Memory(now),
    baseUrl: env.BASE_URL,
    appUrl: env.APP_URL ?? new URL(env.BASE_URL).origin,
    trustedOrigins: env.TRUSTED_ORIGINS,
  }
}
