import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { askNode } from '../localnet/askNode.ts'
import { startLocalnet as startWorkersOver } from '../localnet/startLocalnet.ts'
import { storageBoundOf } from '../test/laws/storageBounds.ts'
import { bodiesOf } from './builders.ts'
import { latency } from './load.ts'
import type { World } from './openWorld.ts'
import { type KeptRead, startStorageWorker } from './storageWorker.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const COLD_TIMES = 12

/**
 * Cold reads: upstream requests, and time with 50 ms to the node, as a ratio to that, to the same requests without a Worker, and to a
 * Worker that makes them and as many calls to D1, all at once. Workers that cache no answers make every read a cold one.
 */
export async function coldReads({
  net,
  proxy,
  client,
  many,
  one,
  user,
  voter,
  lock,
  upstream,
}: World): Promise<string[][]> {
  const { contracts } = net.world
  const stateDir = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const cold = await startWorkersOver({
    chain: { rpcUrl: proxy.url, chainId: net.world.chainId, contracts, blockTimeMs: 1 },
    stateDir,
    families: ['token', 'vault', 'vetoken', 'gauge', 'lpstrat', 'auction', 'lottery', 'agents', 'social', 'market'],
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  // The newest block: an answer as of a final one would be kept.
  const newest = Number(await askNode(proxy.url, 'eth_blockNumber', []))
  const reads: Record<string, string> = {
    getTokenMetadata: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/metadata`,
    getTokenListEntry: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/tokenlist`,
    getTokenImage: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/image`,
    getTokenLogoSvg: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/logo.svg`,
    'getVaultReport, 1 strategy': `${cold.sockets['vault']}/v1/vault/${one.vault}/report`,
    'getVaultReport, 64 strategies': `${cold.sockets['vault']}/v1/vault/${many.vault}/report`,
    'getVaultReport, 64 strategies, as of a block': `${cold.sockets['vault']}/v1/vault/${many.vault}/report?block=${newest}`,
    'getVaultStrategies, 64 strategies': `${cold.sockets['vault']}/v1/vault/${many.vault}/strategies`,
    getProtocolStatus: `${cold.sockets['vault']}/status/protocolReport`,
    'getVaultStatus, 1 strategy': `${cold.sockets['vault']}/status/vaultReport?vault=${one.vault}`,
    'getVaultStatus, 64 strategies': `${cold.sockets['vault']}/status/vaultReport?vault=${many.vault}`,
    listExploreVaults: `${cold.sockets['vault']}/v1/explore/vaults`,
    getVetokenUser: `${cold.sockets['vetoken']}${user}`,
    'getVetokenUser, as of a block': `${cold.sockets['vetoken']}${user}?block=${newest}`,
    getGaugeEpoch: `${cold.sockets['gauge']}/v1/gauge/epoch`,
    'listGaugeVaults, 64 vaults': `${cold.sockets['gauge']}/v1/gauge/vaults`,
    getGaugeUserVotes: `${cold.sockets['gauge']}/v1/gauge/user/${voter}`,
    getLpStrategy: `${cold.sockets['lpstrat']}/v1/lpstrat/strategy/${contracts.lpStrategy}`,
    getDexPoolHistory: `${cold.sockets['market']}/dex/poolHistory?pool=${contracts.v3Pool}`,
    'listTrendCoins, from the store': `${cold.sockets['market']}/coin-trend/explore`,
    getAuctionStatus: `${cold.sockets['auction']}/v1/auction/${contracts.launchArm}/status`,
    'getAuctionActivity, from the index': `${cold.sockets['auction']}/v1/auction/${contracts.auction}/activity`,
    'listAuctionRecentBids, from the index': `${cold.sockets['auction']}/v1/auction/${contracts.auction}/recentBids`,
    getLotteryGlobal: `${cold.sockets['lottery']}/v1/lottery/global`,
    getLotteryCreator: `${cold.sockets['lottery']}/v1/lottery/creator/${contracts.creatorCoin}`,
    getLotteryLive: `${cold.sockets['lottery']}/v1/lottery/live`,
    'listLotteryRecentWinners, from the index': `${cold.sockets['lottery']}/v1/lottery/recentWinners`,
    'listLotteryRecentEntries, from the index': `${cold.sockets['lottery']}/v1/lottery/recentEntries`,
    getLotteryKeyCoverage: `${cold.sockets['lottery']}/v1/lottery/key-coverage?buyer=${voter}`,
    getAgentIdentityVerification: `${cold.sockets['agents']}/v1/agents/identity/verification`,
    getAgentProfile: `${cold.sockets['agents']}/v1/agents/profile?agentId=0`,
    'getAgentFeedback, summary': `${cold.sockets['agents']}/v1/agents/feedback?agentId=0`,
    'getAgentFeedback, indexed': `${cold.sockets['agents']}/v1/agents/feedback?agentId=0&mode=indexed`,
    getSocialReputationGraph: `${cold.sockets['social']}/social/reputation-graph?agentId=0`,
    getSocialAgentRegistration: `${cold.sockets['social']}/social/agent-registration`,
    getMarketplaceLotteryTicket: `${cold.sockets['lottery']}/v1/marketplace/lottery-ticket.json`,
  }
  const node = proxy.url
  const storage = await startStorageWorker()
  const rows: string[][] = []
  for (const [name, url] of Object.entries(reads)) {
    proxy.delayMs = 0
    for (let i = 0; i < 5; i++) await client.send(url)
    const counts: number[] = []
    let bodies: string[] = []
    for (let i = 0; i < 3; i++) {
      const [before, from] = [upstream(), proxy.requests.length]
      const { status } = await client.send(url)
      if (status !== 200) throw new Error(`${name}: ${status}`)
      counts.push(upstream() - before)
      // A schedule that runs meanwhile asks the node too; never all three times.
      if (counts.at(-1) === Math.min(...counts)) bodies = bodiesOf(proxy, from)
    }
    const requests = Math.min(...counts)
    proxy.delayMs = 50
    const same: KeptRead = {
      requests: bodies.map((body) => ({ url: node, method: 'POST', headers: JSON_BODY, body })),
      // Beside the one that counts the request.
      d1: storageBoundOf(name.split(',')[0] ?? '') - 1,
      keptMs: 0,
    }
    const limit = { method: 'POST', body: JSON.stringify(same) } as const
    const ms = await latency(
      {
        ours: () => client.send(url),
        async raw() {
          for (const { url: to, ...how } of same.requests) await client.send(to, how)
        },
        limit: () => client.send(storage.urlOf('k'), limit),
      },
      COLD_TIMES,
      2,
    )
    rows.push([
      name,
      String(requests),
      ms.ours.toFixed(1),
      (ms.ours / 50).toFixed(2),
      requests === 0 ? '' : (ms.ours / ms.raw).toFixed(2),
      requests === 0 ? '' : (ms.ours / ms.limit).toFixed(2),
    ])
  }
  proxy.delayMs = 50
  const before = upstream()
  await Promise.all(
    Array.from({ length: 200 }, () =>
      fetch(`${net.sockets['vault']}/v1/vault/${many.vault}/report`).then((r) => r.arrayBuffer()),
    ),
  )
  rows.push(['200 identical concurrent reports, 64 strategies', String(upstream() - before), '', '', '', ''])
  proxy.delayMs = 0
  await Promise.all([cold.stop(), storage.stop()])
  await rm(stateDir, { recursive: true, force: true })
  const beforeBuild = upstream()
  const built = await client.send(lock.url, lock)
  if (built.status !== 200) throw new Error(`builder: ${built.status} ${built.text}`)
  rows.push(['buildVetokenLock', String(upstream() - beforeBuild), '', '', '', ''])
  const unpaid = { ...lock, url: `${net.sockets['agents']}/v1/agents/feedback/review`, body: '{"agentId":1}' }
  const asking: number[] = []
  for (let i = 0; i < 2; i++) {
    const beforeAsking = upstream()
    const refused = await client.send(unpaid.url, unpaid)
    if (refused.status !== 402) throw new Error(`review: ${refused.status} ${refused.text}`)
    asking.push(upstream() - beforeAsking)
  }
  rows.push(['reviewAgentFeedback, asking for a payment', asking.join(', then '), '', '', '', ''])
  return rows
}
