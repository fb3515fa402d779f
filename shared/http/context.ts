import { originsOf } from '../auth/origin.ts'
import { createChain } from '../chain/chain.ts'
import { parseChainConfig, type ChainConfig } from '../chain/config.ts'
import { base } from '../chain/networks/base.ts'
import { createRpc } from '../chain/rpc.ts'
import { Memory } from '../memory/Memory.ts'
import type { Env } from '../env/env.ts'
import { list } from '../text/list.ts'
import type { Context } from './handler.ts'

const NETWORKS: Readonly<Record<string, ChainConfig>> = { base }

/** What handlers are given, from a Worker's bindings. Throws an Error that names the variable when one is wrong. */
export function createContext<E extends Env>(env: E, now: () => number = Date.now): Context<E> {
  const config = chainConfig(env)
  const rpc = createRpc({ urls: list(env.RPC_URLS), blockTimeMs: config.blockTimeMs, now })
  return {
    env,
    chain: createChain(config, rpc, now),
    now,
    memory: new Memory(now),
    baseUrl: env.BASE_URL.replace(/\/$/, ''),
    appUrl: (env.APP_URL ?? new URL(env.BASE_URL).origin).replace(/\/$/, ''),
    trustedOrigins: originsOf(list(env.TRUSTED_ORIGINS)),
  }
}

function chainConfig(env: Env): ChainConfig {
  if (env.CHAIN_CONFIG) return parseChainConfig(JSON.parse(env.CHAIN_CONFIG))
  const network = NETWORKS[env.CHAIN ?? 'base']
  if (!network) throw new Error(`CHAIN: no network ${env.CHAIN}; there is ${Object.keys(NETWORKS).join(', ')}`)
  return network
}
