import { type Chain, createChain } from './chain.ts'
import type { ChainConfig } from './config.ts'
import { createRpc } from './rpc.ts'

/** Opens the chain that a Worker serves, over its nodes. */
export type OpenChain = (config: ChainConfig, urls: readonly string[], now: () => number) => Chain

export const openChain: OpenChain = (config, urls, now) =>
  createChain(config, createRpc({ urls, blockTimeMs: config.blockTimeMs, now }), now)
