import { it } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

it('shows', async () => {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({ families: ['context', 'lottery'], nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url })
  await new Promise((r) => setTimeout(r, 3000))
  for (const { role, address } of net.world.accounts) {
    proxy?.reset()
    const answer = await fetch(`${net.api}/v1/context/${address}`)
    const text = await answer.text()
    console.log(role, answer.status, text.length, proxy?.requests.length, JSON.stringify(proxy?.requests.map((r) => r.calls.map((c) => c.method))).slice(0, 200))
    console.log(JSON.stringify(JSON.parse(text), null, 1).slice(0, role === 'voter' || role === 'owner' ? 15000 : 300))
  }
  await net.stop()
  await proxy?.stop()
}, 120000)
