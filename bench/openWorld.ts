import { loadArtifacts } from '../localnet/world/loadArtifacts.ts'
import { deployVault } from '../localnet/world/deployVault.ts'
import { WORKER_NAMES } from '../platform/workers.ts'
import { accountOf, signIn } from '../test/account/support.ts'
import { listVaults } from '../test/gauge/listVaults.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../test/support/rpcProxy.ts'
import { startBareWorker } from './bareWorker.ts'
import { oneConnection } from './client.ts'
import type { Load } from './load.ts'
import { withPlainGateway } from './plainGateway.ts'

const HOUR = 3_600_000

export type World = Awaited<ReturnType<typeof openWorld>>

/** The world that most tables ask: all Workers in workerd over one node, a bare Worker, a vault with 64 strategies and one with one. */
export async function openWorld() {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    // In workerd, as in production; in this process they would share a thread with the load.
    inWorkerd: true,
    families: WORKER_NAMES.filter((name) => name !== 'core' && name !== 'gateway'),
    blockTimeMs: HOUR,
    modules: withPlainGateway('vetoken'),
    // The limiter counts as usual; only the budget is more than a bench can use in a minute.
    // The facilitator is never called: only the answer that requires a payment is measured.
    variables: { LIMIT_MULTIPLIER: '1000000', X402_FACILITATOR_URL: 'http://127.0.0.1:9' },
    nodeUrl: async (anvil) => (proxy = await startRpcProxy(anvil)).url,
  })
  if (!proxy) throw new Error('no proxy')
  const node = proxy
  const artifacts = await loadArtifacts()
  const many = await deployVault({ rpcUrl: net.rpcUrl, artifacts, world: net.world, strategies: 64 })
  const one = await deployVault({ rpcUrl: net.rpcUrl, artifacts, world: net.world, strategies: 1 })
  await listVaults(net.rpcUrl, net.world, 64)
  const bare = await startBareWorker()
  const client = oneConnection()
  const voter = accountOf(net, 'voter').address
  const { token } = await signIn(net.api, accountOf(net, 'bidder'))
  const lock: Load = {
    url: `${net.sockets['build']}/v1/build/vetoken/lock`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ amount: '1000000000000000000', durationSec: 2_419_200 }),
  }
  return {
    net,
    proxy: node,
    bare,
    client,
    many,
    one,
    voter,
    /** The path of a warm read. */
    user: `/v1/vetoken/user/${voter}`,
    /** A builder with a session. */
    lock,
    /** Requests that the node has had so far, but for those of a block. */
    upstream: () =>
      node.requests.filter((request) => request.calls.some((call) => call.method !== 'eth_getBlockByNumber')).length,
    async close() {
      client.close()
      await bare.stop()
      await net.stop()
      await node.stop()
    },
  }
}
