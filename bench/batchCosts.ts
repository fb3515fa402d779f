import { addressOf } from '../localnet/world/accounts.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../test/support/rpcProxy.ts'
import { oneConnection } from './client.ts'
import { latency } from './load.ts'

const TIMES = 12
const TEN = 10

/** Ten cold reads of one kind in a batch against one by itself, both through the gateway, with 50 ms to the node. */
export async function batchCosts(): Promise<string[][]> {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    inWorkerd: true,
    families: ['gauge', 'vetoken', 'vault', 'auction', 'lottery'],
    // No answer is kept: every read is a cold one.
    blockTimeMs: 1,
    variables: { LIMIT_MULTIPLIER: '1000000' },
    nodeUrl: async (anvil) => (proxy = await startRpcProxy(anvil)).url,
  })
  if (!proxy) throw new Error('no proxy')
  const node = proxy
  const { contracts } = net.world
  let users = 0
  const user = () => `0x${(++users).toString(16).padStart(40, 'ba7c4')}`
  const reads: Readonly<Record<string, () => string>> = {
    getGaugeUserVotes: () => `/v1/gauge/user/${user()}`,
    getVetokenUser: () => `/v1/vetoken/user/${user()}`,
    getVaultReport: () => `/v1/vault/${contracts.vault}/report`,
    getAuctionStatus: () => `/v1/auction/${contracts.auction}/status`,
    getLotteryCreator: () => `/v1/lottery/creator/${contracts.creatorCoin}`,
    'getGaugeUserVotes of the voter': () => `/v1/gauge/user/${addressOf('voter')}`,
  }
  const client = oneConnection()
  const rows: string[][] = []
  for (const [name, path] of Object.entries(reads)) {
    const one = () => client.send(`${net.api}${path()}`)
    const ten = async () => {
      const body = JSON.stringify({ reads: Array.from({ length: TEN }, path) })
      const { status, text } = await client.send(`${net.api}/v1/batch`, { method: 'POST', body })
      if (status !== 200 || text.split('"status":200').length !== TEN + 1) throw new Error(`${name}: ${status} ${text}`)
    }
    node.delayMs = 0
    for (let i = 0; i < 5; i++) await ten()
    const counts: number[] = []
    for (let i = 0; i < 3; i++) {
      const from = node.requests.length
      await ten()
      counts.push(
        node.requests.slice(from).filter(({ calls }) => calls.some(({ method }) => method === 'eth_call')).length,
      )
    }
    node.delayMs = 50
    const ms = await latency({ one, ten }, TIMES, 2)
    rows.push([name, String(Math.min(...counts)), ms.one.toFixed(1), ms.ten.toFixed(1), (ms.ten / ms.one).toFixed(2)])
  }
  await net.stop()
  await node.stop()
  return rows
}
