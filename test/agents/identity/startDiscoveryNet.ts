import type { Hex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { startWeb } from '../../../localnet/web/startWeb.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { type AccountRole, addressOf } from '../../../localnet/world/accounts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { accountOf, bearer, signIn, toAnswer, type Answer } from '../../account/support.ts'
import { hex } from '../../auth/support.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'

export type DiscoveryNet = Awaited<ReturnType<typeof startDiscoveryNet>>

/** The families of agents over a web of their own, and a proxy that counts what reaches the node. */
export async function startDiscoveryNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  const web = await startWeb()
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'agents', 'site', 'social'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
    variables: { ...web.variables, ...options.variables },
  })
  if (!proxy) throw new Error('no proxy')
  const counting = proxy
  web.serveAgents(net.world)
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const { identityRegistry } = net.world.contracts
  const registry = chain.at('IdentityRegistry', identityRegistry)
  const root = net.api
  return {
    ...net,
    web,
    proxy: counting,
    chain,
    registry,
    /** Headers of a session of a role. */
    as: async (role: AccountRole) => bearer((await signIn(net.api, accountOf(net, role))).token),
    get: async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      toAnswer(await fetch(`${root}${path}`, { headers })),
    post: async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      toAnswer(await fetch(`${root}${path}`, { method: 'POST', body: JSON.stringify(body), headers })),
    /** Number of the newest block. */
    head: async () => Number(await getBlockNumber(chain.client, { cacheTime: 0 })),
    /** Sends an unsigned call as a role, and fails if it reverts. */
    async send(role: AccountRole, { to, data }: { readonly to: Hex; readonly data: string }): Promise<void> {
      const call = { from: addressOf(role), to, data: hex(data) }
      const receipt = await chain.client.request({ method: 'eth_sendTransactionSync', params: [call] })
      if (receipt.status !== '0x1') throw new Error('the call reverted')
    },
    /** Sets the URI of agent 0, as its owner. */
    setUri: (uri: string) => chain.send('agent', registry, 'setAgentURI', [0, uri]),
    async stop() {
      await net.stop()
      await counting.stop()
      await web.stop()
    },
  }
}
