import { it } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

it('shows', async () => {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({ families: ['context', 'lottery'], nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url })
  await new Promise((r) => setTimeout(r, 4000))
  const c = net.world.contracts
  for (const q of ['AURORA', 'АURORA', 'aurora fields', '0', 'eipx', net.world.accounts[4]!.address, c.vault, c.shareToken, c.auction, c.auctionErc20, c.launchArm, c.lpStrategy, c.lendpoolStrategy, c.gaugeVoting, c.trendCoin, c.legacyVault, c.auctionFailed, 'a.base.eth', '@aurora', '0x0000000000000000000000000000000000000001', 'nothing like it']) {
    proxy?.reset()
    const answer = await fetch(`${net.api}/v1/resolve?q=${encodeURIComponent(q)}`)
    const text = await answer.text()
    console.log(q, answer.status, text.length, proxy?.requests.length)
    const data = JSON.parse(text).data
    console.log(data ? JSON.stringify({ ...data, candidates: data.candidates.map((c: any) => [c.kind, c.address, c.agentId, c.symbol, c.name, c.role, c.match, c.proof.source, c.proof.call, c.active, c.lookalikes.length, c.next.map((n: any) => n.path)]) }, null, 0) : text)
  }
  await net.stop()
  await proxy?.stop()
}, 120000)
