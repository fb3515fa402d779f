import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createHeights, type Heights } from './createHeights.ts'
import { createReplies, type Replies, replyTexts } from './createReplies.ts'
import type { ProxyEnv } from './proxyEnv.ts'
import { createSlots, type Slots } from './slots/createSlots.ts'
import { createUpstream, type Upstream } from './upstream/createUpstream.ts'
import { secretsIn } from './upstream/relay.ts'

/** A chain that the proxy serves. */
export interface Network {
  readonly upstream: Upstream
  readonly heights: Heights
  readonly replies: Replies
  /** Parts of a node's messages that are not passed on. */
  readonly secrets: readonly string[]
}

export interface RpcProxy {
  /** Throws rpc_not_configured if the deployment has no node of the chain. */
  network(chainId: number): Network
  readonly slots: Slots
  /** The most gas that a node may spend on a call. */
  readonly mostGas: number
}

export function createProxy({ memory, now }: Pick<Context, 'memory' | 'now'>, env: ProxyEnv): RpcProxy {
  const texts = replyTexts(memory)
  const networks = new Map(
    [...(env.RPC_PROXY_URLS ?? [])].map(([chainId, urls]): [number, Network] => {
      const upstream = createUpstream({ chainId, urls, now })
      const heights = createHeights(upstream, now)
      return [
        chainId,
        { upstream, heights, replies: createReplies(chainId, heights, texts, now), secrets: secretsIn(urls) },
      ]
    }),
  )
  return {
    mostGas: env.RPC_PROXY_MAX_GAS,
    slots: createSlots({ namespace: env.RPC_SLOTS, most: env.RPC_PROXY_MAX_IN_FLIGHT, now }),
    network(chainId) {
      const network = networks.get(chainId)
      if (!network)
        throw new ApiError('rpc_not_configured', `chain: this deployment has no RPC proxy node for chain ${chainId}`)
      return network
    },
  }
}
