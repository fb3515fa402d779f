import type * as z from 'zod'
import { binding, lenient, withDefault } from '../../../shared/env/declare.ts'
import { format, url, whole } from '../../../shared/env/formats.ts'
import { list } from '../../../shared/env/formats.ts'
import type { RpcSlots } from './slots/RpcSlots.ts'

/** The nodes of each chain, in order of preference. */
const nodesOfChains = format('<chain id>=<URL> pairs, separated by commas or spaces', (given) => {
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
      'nodes of the RPC proxy, by chain id, in order of preference, for example `8453=https://node.example/key,1=https://other.example` ([rpc-proxy.md](rpc-proxy.md)). Use another account of the node provider than in `RPC_URLS`, so that callers cannot use up the quota of the API itself',
    secret: true,
  }),
  RPC_PROXY_MAX_IN_FLIGHT: withDefault(whole(10, 2000), '100', {
    meaning: 'concurrent requests of the RPC proxy, in all isolates together',
  }),
  RPC_PROXY_MAX_GAS: withDefault(whole(21_000, 1_000_000_000), '50000000', {
    meaning:
      'gas limit of a call of the RPC proxy (`eth_call`, `eth_estimateGas`, `eth_createAccessList`), and the gas of a call that states none; a call counts once for each 25 million gas',
  }),
  RPC_SLOTS: binding<DurableObjectNamespace<RpcSlots>>(
    'object',
    'Durable Objects of `rpc`: concurrent requests of the RPC proxy, by isolate',
  ),
}
export type ProxyEnv = z.output<z.ZodObject<typeof proxyVariables>>
