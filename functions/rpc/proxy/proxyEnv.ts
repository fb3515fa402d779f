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
      'nodes that the RPC proxy passes reads on to, several of a chain in order of preference, for example `8453=https://node.example/key,1=https://other.example` ([rpc-proxy.md](rpc-proxy.md)). `RPC_URLS` is not used for it: what callers ask for cannot use up what the API itself may ask of its nodes, unless both name the same account of a provider',
    secret: true,
  }),
  RPC_PROXY_MAX_IN_FLIGHT: withDefault(whole(10, 2000), '100', {
    meaning: 'how many requests of the RPC proxy may be under way at once, in all isolates together',
  }),
  RPC_PROXY_MAX_GAS: withDefault(whole(21_000, 1_000_000_000), '50000000', {
    meaning:
      'the most gas that a call of the RPC proxy may state (`eth_call`, `eth_estimateGas`, `eth_createAccessList`), and what one is given that states none; a call counts once for each 25 million',
  }),
  RPC_SLOTS: binding<DurableObjectNamespace<RpcSlots>>(
    'object',
    'which isolate may have how many requests of the RPC proxy under way',
  ),
}
export type ProxyEnv = z.output<z.ZodObject<typeof proxyVariables>>
