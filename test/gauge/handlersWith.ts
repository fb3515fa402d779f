import type { Address } from 'viem'
import { getGaugeEpoch } from '../../functions/gauge/getGaugeEpoch.ts'
import { getGaugeUserVotes } from '../../functions/gauge/getGaugeUserVotes.ts'
import { listGaugeVaults } from '../../functions/gauge/listGaugeVaults.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { Memory } from '../../shared/cache/Memory.ts'
import type { GaugeNet } from './startGaugeNet.ts'

/** The handlers over the same chain with other contracts in some roles; undefined takes a role away. */
export function handlersWith({ net, proxy }: GaugeNet, roles: Record<string, Address | undefined>) {
  const contracts = Object.fromEntries(
    Object.entries({ ...net.world.contracts, ...roles }).filter(([, address]) => address !== undefined),
  )
  const baseUrl = 'https://api.example.com/api'
  const context = {
    chain: createChain(parseChainConfig({ chainId: net.world.chainId, contracts }), createRpc({ urls: [proxy.url] })),
    now: Date.now,
    memory: new Memory(Date.now),
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  }
  const input = {
    params: undefined,
    query: {},
    body: undefined,
    principal: undefined,
    request: new Request(baseUrl),
    waitUntil: () => undefined,
  }
  return {
    getGaugeEpoch: () => getGaugeEpoch(input, context),
    listGaugeVaults: () => listGaugeVaults(input, context),
    getGaugeUserVotes: (address: Address) => getGaugeUserVotes({ ...input, params: { address } }, context),
  }
}
