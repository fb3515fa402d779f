import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { encodeFunctionData } from 'viem'
import { startLocalnet as startWorkersOver } from '../localnet/startLocalnet.ts'
import { loadArtifacts } from '../localnet/world/loadArtifacts.ts'
import { deployVault } from '../localnet/world/deployVault.ts'
import { buildWorkers } from '../platform/build.ts'
import { buildClient } from '../platform/client/buildClient.ts'
import { WORKER_NAMES } from '../platform/workers.ts'
import { multicall3Abi } from '../shared/abi/multicall3.ts'
import { voteEscrowAbi } from '../shared/domain/vetoken/voteEscrowAbi.ts'
import { accountOf, signIn } from '../test/account/support.ts'
import { listVaults } from '../test/gauge/listVaults.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../test/support/rpcProxy.ts'
import { startBareWorker, startSameAnswers } from './bareWorker.ts'
import { bodiesOf, builderCosts } from './builders.ts'
import { oneConnection } from './client.ts'
import { clientSizes } from './clientSizes.ts'
import { coinPages } from './coinPages.ts'
import { imageCosts } from './imageCosts.ts'
import { linkCosts } from './linkCosts.ts'
import { listCosts } from './listCosts.ts'
import { mcpCosts } from './mcpCosts.ts'
import { heapsInMix, mixedLoad } from './mixedLoad.ts'
import { openReport } from './openReport.ts'
import { profiles } from './profiles.ts'
import { proxyCosts } from './proxyCosts.ts'
import { latency, throughput } from './load.ts'
import { catchUp, pageDepths } from './logIndex.ts'
import { PLAIN_GATEWAY, withPlainGateway } from './plainGateway.ts'
import { drawingCosts } from './drawingCosts.ts'
import { bundleFacts } from './startup.ts'
import { stepHead } from './stepCosts.ts'
import { storageCosts } from './storageCosts.ts'
import { startStorageWorker } from './storageWorker.ts'
import { workspaceCosts } from './workspaceCosts.ts'

/** Prints what the API costs as ratios to a bare Worker and as upstream requests; `--write` keeps the tables in bench/RESULTS.md. `--profile` prints where the time of requests goes, `--mixed` what many at once cost. */
const HOUR = 3_600_000
const JSON_BODY = { 'content-type': 'application/json' }
const COLD_TIMES = 12
const { heading, table, write } = openReport()

await buildWorkers()
await buildClient()
if (process.argv.includes('--mixed')) {
  const { rows, each, memory } = await mixedLoad()
  table(['64 connections', 'requests/s', 'p50, ms', 'p99, ms', 'p99 to bare', 'p99 to the same calls'], rows)
  table(['each operation of the twenty', 'p50, ms', 'p99, ms', 'p50 paced', 'p99 paced'], each)
  table(['memory', 'MiB after 10 s', 'MiB after 60 s'], [...memory, ...(await heapsInMix())])
  await write(
    'MIXED.md',
    '# Mixed load\n\nPrinted by `npm run bench -- --mixed --write`: twenty operations at once, beside a bare Worker under the same load.',
  )
  process.exit(0)
}
if (process.argv.includes('--profile')) {
  for (const { title, rows } of await profiles()) {
    heading(title)
    table(['source', 'µs of a request', 'share'], rows)
  }
  await write(
    'PROFILES.md',
    '# Profiles\n\nPrinted by `npm run bench -- --profile --write`: CPU time in workerd, by its inspector, while 16 connections ask. What the runtime does for a source, such as parsing, counts as the source.',
  )
  process.exit(0)
}
let proxy: RpcProxy | undefined
const net = await startLocalnet({
  // In workerd, as in production; in this process they would share a thread with the load.
  own: true,
  families: WORKER_NAMES.filter((name) => name !== 'core' && name !== 'gateway'),
  blockTimeMs: HOUR,
  modules: withPlainGateway('vetoken'),
  // The limiter counts as usual; only the budget is more than a bench can use in a minute.
  // Nobody is asked there: only the answer that asks for a payment is measured.
  variables: { LIMIT_MULTIPLIER: '1000000', X402_FACILITATOR_URL: 'http://127.0.0.1:9' },
  nodeUrl: async (anvil) => (proxy = await startRpcProxy(anvil)).url,
})
if (!proxy) throw new Error('no proxy')
const artifacts = await loadArtifacts()
const { contracts } = net.world
const many = await deployVault({ rpcUrl: net.rpcUrl, artifacts, world: net.world, strategies: 64 })
const one = await deployVault({ rpcUrl: net.rpcUrl, artifacts, world: net.world, strategies: 1 })
await listVaults(net.rpcUrl, net.world, 64)
const bare = await startBareWorker()
const voter = accountOf(net, 'voter')

// 1. Warm reads and a builder against a bare Worker.
const user = `/v1/vetoken/user/${voter.address}`
const { token } = await signIn(net.api, accountOf(net, 'bidder'))
const lock = {
  url: `${net.sockets['build']}/v1/build/vetoken/lock`,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify({ amount: '1000000000000000000', durationSec: 2_419_200 }),
}
const limits = await startSameAnswers(`${net.sockets['vetoken']}${user}`)
const rps = await throughput({
  bare: { url: bare.url },
  same: { url: limits.same.url },
  counted: { url: limits.counted.url },
  straight: { url: `${net.sockets['vetoken']}${user}` },
  plain: { url: `${net.sockets[PLAIN_GATEWAY]}${user}` },
  gateway: { url: `${net.api}${user}` },
  report: { url: `${net.sockets['vault']}/v1/vault/${contracts.vault}/report` },
  builder: lock,
})
const ratio = (name: keyof typeof rps) => (rps[name] / rps.bare).toFixed(2)
await limits.same.stop()
await limits.counted.stop()
table(
  ['16 connections', 'requests/s', 'to bare', 'to a plain gateway'],
  [
    ['bare Worker', rps.bare.toFixed(0), '1.00', ''],
    ['the same bytes and headers, made beforehand', rps.same.toFixed(0), ratio('same'), ''],
    ['the same, three headers read and three written: the limit', rps.counted.toFixed(0), ratio('counted'), ''],
    ['warm read, straight at its Worker, as in production', rps.straight.toFixed(0), ratio('straight'), ''],
    ['warm read, through a plain gateway', rps.plain.toFixed(0), ratio('plain'), '1.00'],
    [
      'warm read, through the gateway, where there is one host name',
      rps.gateway.toFixed(0),
      ratio('gateway'),
      (rps.gateway / rps.plain).toFixed(2),
    ],
    ['warm vault report, straight', rps.report.toFixed(0), ratio('report'), ''],
    ['builder (vetoken/lock, two upstream requests each)', rps.builder.toFixed(0), ratio('builder'), ''],
  ],
)

// 2. One client, one connection: a warm read against the same calls sent straight to the node.
const client = oneConnection()
const escrow = contracts.veToken
const calls = (['getLock', 'getVotingPower', 'hasActiveLock', 'getRemainingLockTime'] as const).map((functionName) => ({
  target: escrow,
  allowFailure: true,
  callData: encodeFunctionData({ abi: voteEscrowAbi, functionName, args: [voter.address] }),
}))
const aggregate = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
const rpcBody = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_call',
  params: [{ to: contracts.multicall3, data: aggregate }, 'latest'],
})
const single = await latency({
  node: () =>
    client.send(net.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: rpcBody }),
  bare: () => client.send(bare.url),
  straight: () => client.send(`${net.sockets['vetoken']}${user}`),
  gateway: () => client.send(`${net.api}${user}`),
})
table(
  ['one connection, median', 'ms', 'to the node'],
  [
    ['multicall straight to the local node', single.node.toFixed(3), '1.00'],
    ['bare Worker: the limit', single.bare.toFixed(3), (single.bare / single.node).toFixed(2)],
    ['warm read, straight at its Worker', single.straight.toFixed(3), (single.straight / single.node).toFixed(2)],
    ['warm read, through the gateway', single.gateway.toFixed(3), (single.gateway / single.node).toFixed(2)],
  ],
)

// 3. The same read over MCP.
table(['warm, by MCP', 'ms', 'to the read', 'requests/s', 'to the read'], await mcpCosts(net, voter.address))

// 4. Cold reads: upstream requests, and time with 50 ms to the node. Workers that cache no answers make every read a cold one.
const stateDir = await mkdtemp(path.join(tmpdir(), 'bench-'))
const cold = await startWorkersOver({
  chain: { rpcUrl: proxy.url, chainId: net.world.chainId, contracts, blockTimeMs: 1 },
  stateDir,
  families: ['token', 'vault', 'vetoken', 'gauge', 'lpstrat', 'auction', 'lottery', 'agents', 'social', 'market'],
  variables: { LIMIT_MULTIPLIER: '1000000' },
})
const reads: Record<string, string> = {
  getTokenMetadata: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/metadata`,
  getTokenListEntry: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/tokenlist`,
  getTokenImage: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/image`,
  getTokenLogoSvg: `${cold.sockets['token']}/v1/token/${contracts.shareToken}/logo.svg`,
  'getVaultReport, 1 strategy': `${cold.sockets['vault']}/v1/vault/${one.vault}/report`,
  'getVaultReport, 64 strategies': `${cold.sockets['vault']}/v1/vault/${many.vault}/report`,
  'getVaultStrategies, 64 strategies': `${cold.sockets['vault']}/v1/vault/${many.vault}/strategies`,
  getProtocolStatus: `${cold.sockets['vault']}/status/protocolReport`,
  'getVaultStatus, 1 strategy': `${cold.sockets['vault']}/status/vaultReport?vault=${one.vault}`,
  'getVaultStatus, 64 strategies': `${cold.sockets['vault']}/status/vaultReport?vault=${many.vault}`,
  listExploreVaults: `${cold.sockets['vault']}/v1/explore/vaults`,
  getVetokenUser: `${cold.sockets['vetoken']}${user}`,
  getGaugeEpoch: `${cold.sockets['gauge']}/v1/gauge/epoch`,
  'listGaugeVaults, 64 vaults': `${cold.sockets['gauge']}/v1/gauge/vaults`,
  getGaugeUserVotes: `${cold.sockets['gauge']}/v1/gauge/user/${voter.address}`,
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
  getLotteryKeyCoverage: `${cold.sockets['lottery']}/v1/lottery/key-coverage?buyer=${voter.address}`,
  getAgentIdentityVerification: `${cold.sockets['agents']}/v1/agents/identity/verification`,
  getAgentProfile: `${cold.sockets['agents']}/v1/agents/profile?agentId=0`,
  'getAgentFeedback, summary': `${cold.sockets['agents']}/v1/agents/feedback?agentId=0`,
  'getAgentFeedback, indexed': `${cold.sockets['agents']}/v1/agents/feedback?agentId=0&mode=indexed`,
  getSocialReputationGraph: `${cold.sockets['social']}/social/reputation-graph?agentId=0`,
  getSocialAgentRegistration: `${cold.sockets['social']}/social/agent-registration`,
  getMarketplaceLotteryTicket: `${cold.sockets['lottery']}/v1/marketplace/lottery-ticket.json`,
}
const upstream = () =>
  proxy?.requests.filter((request) => request.calls.some((call) => call.method !== 'eth_getBlockByNumber')).length ?? 0
const node = proxy.url
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
  const { ours, raw } = await latency(
    {
      ours: () => client.send(url),
      async raw() {
        for (const body of bodies) await client.send(node, { method: 'POST', headers: JSON_BODY, body })
      },
    },
    COLD_TIMES,
    2,
  )
  rows.push([
    name,
    String(requests),
    ours.toFixed(1),
    (ours / 50).toFixed(2),
    requests === 0 ? '' : (ours / raw).toFixed(2),
  ])
}
proxy.delayMs = 50
const before = upstream()
await Promise.all(
  Array.from({ length: 200 }, () =>
    fetch(`${net.sockets['vault']}/v1/vault/${many.vault}/report`).then((r) => r.arrayBuffer()),
  ),
)
rows.push(['200 identical concurrent reports, 64 strategies', String(upstream() - before), '', '', ''])
proxy.delayMs = 0
await cold.stop()
await rm(stateDir, { recursive: true, force: true })
const beforeBuild = upstream()
const built = await client.send(lock.url, lock)
if (built.status !== 200) throw new Error(`builder: ${built.status} ${built.text}`)
rows.push(['buildVetokenLock', String(upstream() - beforeBuild), '', '', ''])
const unpaid = { ...lock, url: `${net.sockets['agents']}/v1/agents/feedback/review`, body: '{"agentId":1}' }
const asking: number[] = []
for (let i = 0; i < 2; i++) {
  const beforeAsking = upstream()
  const asked = await client.send(unpaid.url, unpaid)
  if (asked.status !== 402) throw new Error(`review: ${asked.status} ${asked.text}`)
  asking.push(upstream() - beforeAsking)
}
rows.push(['reviewAgentFeedback, asking for a payment', asking.join(', then '), '', '', ''])
table(['cold', 'upstream requests', 'ms with 50 ms to the node', 'to 50 ms', 'to its raw calls'], rows)

// Lists from D1, which ask no node.
table(['list, one connection', 'ms', 'to bare', 'D1 calls', 'to its D1 calls'], await listCosts(bare.url))

// 5. Every builder: the requests of a build, and its throughput with a node and without.
const alone = await startLocalnet({
  own: true,
  families: ['account', 'build', 'market'],
  variables: { LIMIT_MULTIPLIER: '1000000', RPC_URLS: '' },
})
const builders = await builderCosts({ net, alone, bare: bare.url, proxy, upstream })
await alone.stop()
table(
  [
    'builder',
    'upstream requests, first and later',
    'time to its raw calls',
    'to bare, with its reads and simulation',
    'to bare, without a node',
  ],
  builders,
)

// 6. The chat-app link, whose provider is one request away.
const storage = await startStorageWorker()
table(stepHead('chat-app link', 'requests to the identity provider'), await linkCosts(bare.url, storage.urlOf))

// Images: an upload, which is checked from its first byte to its last, and a read of the file.
table(
  [
    'image, one connection',
    'ms',
    'to bare',
    'to reading, hashing and storing its bytes',
    'to that from JSON with its storage calls',
  ],
  await imageCosts(bare.url, storage.urlOf),
)

table(['picture of 1024 pixels', 'ms', 'to nothing', 'to one gradient', 'to 88e4231'], await drawingCosts())

// The workspace of a vault, and the queue of keepers that it fills.
table(stepHead('workspace', 'requests to the node'), await workspaceCosts(bare.url, storage.urlOf))
await storage.stop()

// Calls to stores, of every operation.
const { rows: storageRows, sums } = await storageCosts()
table(['operation, its example', 'calls', 'to D1', 'to Durable Objects', 'of these to count it'], storageRows)
table(['all examples', 'calls', 'to D1', 'to Durable Objects', 'to those at 27014138'], sums)

// The RPC proxy: an eth_call, against Workers that do less.
table(
  [
    'eth_call',
    'ms, one connection',
    'to a parsing forwarder',
    'requests/s, 64 connections',
    'time to a parsing forwarder',
  ],
  await proxyCosts(),
)

// 7. Lists of 100 000 rows, and filling the log index from a chain. A thousand blocks, or with --long a hundred
// thousand, which the local node takes minutes to make.
const depths = [...(await pageDepths()), await coinPages()]
table(
  ['page of 100 in 100 000 rows', 'page 1, ms', 'page 1 000, ms', 'page 1 000 over page 1'],
  depths.map(({ name, first, deep }) => [name, first.toFixed(2), deep.toFixed(2), (deep / first).toFixed(2)]),
)
const filled = await catchUp(process.argv.includes('--long') ? 5000 : 50)
table(
  ['index catch-up', 'blocks/s', 'events/s', 'upstream requests', 'heap MiB', 'over the node alone'],
  [
    [
      `${filled.blocks} blocks with ${filled.events} events`,
      (filled.blocks / filled.seconds).toFixed(0),
      (filled.events / filled.seconds).toFixed(0),
      String(filled.requests),
      filled.heapMiB.toFixed(0),
      (filled.seconds / filled.nodeSeconds).toFixed(2),
    ],
  ],
)

// 8. What is deployed.
table(
  ['Worker', 'gzip KiB', 'wasm KiB', 'loads in ms'],
  WORKER_NAMES.map((worker) => {
    const { gzipKiB, wasmKiB, importMs } = bundleFacts(worker)
    return [worker, gzipKiB.toFixed(1), wasmKiB === 0 ? '' : wasmKiB.toFixed(0), importMs.toFixed(0)]
  }),
)

// 9. What a program has of the client package.
table(
  ['client package, minified', 'gzip bytes', 'at most'],
  (await clientSizes()).map(({ name, bytes, most }) => [name, String(bytes), String(most)]),
)

await write(
  'RESULTS.md',
  '# Bench\n\nPrinted by `npm run bench -- --write`. Machines differ: compare the ratios, which come from one run, not the seconds.',
)
client.close()
await bare.stop()
await net.stop()
await proxy.stop()
process.exit(0)
