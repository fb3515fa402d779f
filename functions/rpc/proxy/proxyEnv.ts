import type * as z from 'zod'
import { binding, lenient, withDefault } from '../../../shared/env/declare.ts'
import { format, url, whole } from '../../../shared/env/formats.ts'
import { list } from '../../../shared/env/formats.ts'
import type { RpcSlots } from './slots/RpcSlots.ts'

/** The nodes of each chain, in order of preference. */
const nodesOfChains = format('<chain id>=<URL> pairs, separated by commas or blanks', (given) => {
  const nodes = new Map<number, string[]>()
  for (const pair of list(given)) {
    const [, chainId, address] = /^([1-9]\d{0,14})=(.+)$/.exec(pair) ?? []
    const parsed = url.schema.safeParse(address)
    if (chainId === undefined || !parsed.success) return undefined
    nodes.set(Number(chainId), [...(nodes.get(Number(chainId)) ?? []), parsed.data])
  }
  return nodes
})

export const proxyVariables = {
  RPC_PROXY_URLS: lenient(nodesOfChains, {
    provider: 'rpcProxy',
    meaning:
      'nodes of the RPC proxy, by chain, in order of preference, for example `8453=https://node.example/key,1=https://other.example` ([rpc-proxy.md](rpc-proxy.md)). `RPC_URLS` is not used, so that callers cannot use up the API’s own budget at its nodes, unless both name the same account of a provider',
    secret: true,
  }),
  RPC_PROXY_MAX_IN_FLIGHT: withDefault(whole(10, 2000), '100', {
    meaning: 'maximum number of concurrent requests of the RPC proxy, in all isolates together',
  }),
  RPC_PROXY_MAX_GAS: withDefault(whole(21_000, 1_000_000_000), '50000000', {
    meaning:
      'maximum and default gas of a call of the RPC proxy (`eth_call`, `eth_estimateGas`, `eth_createAccessList`); a call counts once for each 25 million',
  }),
  RPC_SLOTS: binding<DurableObjectNamespace<RpcSlots>>(
    'object',
    'its own Durable Objects: concurrent requests of the RPC proxy by isolate',
  ),
}
export type ProxyEnv = z.output<z.ZodObject<typeof proxyVariables>>
