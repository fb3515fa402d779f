import { bearer, accountOf, signIn } from '../test/account/support.ts'
import { startLocalnet, type TestNet } from '../test/support/localnet.ts'
import { startBareWorker } from './bareWorker.ts'
import { oneConnection } from './client.ts'
import { closedLoop, type Bounds, type LoopResult } from './closedLoop.ts'
import type { Load } from './load.ts'
import { rssOf, runtimes } from './rssOf.ts'

const CONNECTIONS = 64
/** As on Base. */
const BLOCK_TIME_MS = 2000
/** A pace that leaves both Workers time to spare: at full speed each request waits for those of the other connections. */
const PACE = 200
const WARMING = 10
const FAMILIES = 'account token vault auction lottery gauge vetoken lpstrat build agents social market workspace'.split(
  ' ',
)

/**
 * Rows of a table: twenty operations in turn over 64 connections, by this service and by a bare Worker, as fast as they
 * answer and paced; and the reads among them. Throws when an answer is not 2xx. `each` are the operations alone: milliseconds
 * as fast as they answer, and paced. And the memory of the runtime in MiB after 10 seconds and at the end.
 */
export async function mixedLoad(seconds = 60): Promise<{ rows: string[][]; each: string[][]; memory: string[][] }> {
  const others = runtimes()
  const net = await startLocalnet({
    own: true,
    families: FAMILIES,
    blockTimeMs: BLOCK_TIME_MS,
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  const pid = runtimes().find((one) => !others.includes(one))
  const bare = await startBareWorker()
  try {
    const { reads, builds, writes } = await operationsOf(net)
    const all = [...Object.values(reads), ...Object.values(builds), ...Object.values(writes)]
    await requireAnswers({ ...reads, ...builds, ...writes })
    const measure = async (loads: readonly Load[], bounds: Bounds) => {
      const inTurn = (of: readonly Load[]) => (connection: number, turn: number) =>
        of[(connection + turn) % of.length] ?? { url: bare.url }
      const same = loads.map((load) => ({ ...load, url: bare.url }))
      const ours = await closedLoop(inTurn(loads), { connections: CONNECTIONS, ...bounds })
      const others = await closedLoop(inTurn(same), { connections: CONNECTIONS, ...bounds, seconds: 10 })
      const [failure] = [...ours.failures, ...others.failures]
      if (failure !== undefined) throw new Error(failure)
      return { ours, bare: others }
    }
    // A path that runs once in a block time is compiled late.
    await measure(all, { seconds: WARMING })
    const [at10, atEnd] = [rssAfter(pid, 10), rssAfter(pid, seconds - 1)]
    const results = {
      'twenty operations': await measure(all, { seconds }),
      [`twenty operations, ${PACE} requests/s`]: await measure(all, { seconds: 20, perSecond: PACE }),
      'the fifteen reads': await measure(Object.values(reads), { seconds: 10 }),
    }
    const [fast, paced] = Object.values(results).map(({ ours }) => ours.byUrl)
    const each = Object.entries({ ...reads, ...builds, ...writes }).map(([name, { url }]) => [
      name,
      ...[fast?.get(url), paced?.get(url)].flatMap((times) => [
        times?.p50.toFixed(2) ?? '',
        times?.p99.toFixed(2) ?? '',
      ]),
    ])
    return {
      each,
      rows: Object.entries(results).flatMap(([name, { ours, bare }]) => [
        rowOf(`${name}, a bare Worker`, bare, bare),
        rowOf(`${name}, this service`, ours, bare),
      ]),
      memory: [['Workers runtime', (await at10).toFixed(0), (await atEnd).toFixed(0)]],
    }
  } finally {
    await bare.stop()
    await net.stop()
  }
}

const rowOf = (name: string, { perSecond, p50, p99 }: LoopResult, bare: LoopResult): string[] => [
  name,
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
  (p99 / bare.p99).toFixed(2),
]

const rssAfter = (pid: number | undefined, seconds: number): Promise<number> =>
  new Promise((resolve) => setTimeout(() => resolve(rssOf(pid)), seconds * 1000))

/** Every operation once, or an error that names the one that fails. */
async function requireAnswers(mix: Readonly<Record<string, Load>>): Promise<void> {
  const client = oneConnection()
  for (const [name, { url, ...how }] of Object.entries(mix)) {
    const { status, text } = await client.send(url, how)
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
  }
  client.close()
}

/** Reads of every family, builders, and writes. */
async function operationsOf(net: TestNet): Promise<Record<'reads' | 'builds' | 'writes', Record<string, Load>>> {
  const { contracts } = net.world
  const { vault, auction, creatorCoin, shareToken } = contracts
  const voter = accountOf(net, 'voter').address
  const owner = bearer((await signIn(net.api, accountOf(net, 'owner'))).token)
  const bidder = bearer((await signIn(net.api, accountOf(net, 'bidder'))).token)
  const at = (family: string, path: string) => ({ url: `${net.sockets[family]}${path}` })
  const send = (load: Load, method: 'POST' | 'PATCH', headers: Readonly<Record<string, string>>, body: object) => ({
    ...load,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const preferences = { chatappEnabled: true, msgnetEnabled: false, emailEnabled: false, minSeverity: 'warn' }
  const reads = {
    getTokenMetadata: at('token', `/v1/token/${shareToken}/metadata`),
    getTokenLogoSvg: at('token', `/v1/token/${shareToken}/logo.svg`),
    getVaultReport: at('vault', `/v1/vault/${vault}/report`),
    getProtocolStatus: at('vault', '/status/protocolReport'),
    listExploreVaults: at('vault', '/v1/explore/vaults'),
    getVetokenUser: at('vetoken', `/v1/vetoken/user/${voter}`),
    getGaugeEpoch: at('gauge', '/v1/gauge/epoch'),
    getLpStrategy: at('lpstrat', `/v1/lpstrat/strategy/${contracts.lpStrategy}`),
    listAuctionRecentBids: at('auction', `/v1/auction/${auction}/recentBids`),
    getLotteryCreator: at('lottery', `/v1/lottery/creator/${creatorCoin}`),
    listLotteryRecentWinners: at('lottery', '/v1/lottery/recentWinners'),
    getAgentFeedback: at('agents', '/v1/agents/feedback?agentId=0'),
    getSocialReputationGraph: at('social', '/social/reputation-graph?agentId=0'),
    listTrendCoins: at('market', '/coin-trend/explore'),
    getPortfolio: at('account', `/portfolio/me?address=${voter}`),
  }
  const builds = {
    buildVetokenLock: send(at('build', '/v1/build/vetoken/lock'), 'POST', bidder, {
      amount: '1000000000000000000',
      durationSec: 2_419_200,
    }),
    buildGaugeResetVotes: send(at('build', '/v1/build/gauge/resetVotes'), 'POST', bidder, {}),
  }
  const writes = {
    changeWorkspaceSettings: send(at('workspace', '/v1/workspace/settings'), 'POST', owner, {
      vault,
      action: 'settings.notifications.upsert',
      payload: preferences,
    }),
    updatePortfolio: send(at('account', '/portfolio/me'), 'PATCH', bidder, { bio: 'Tends a vault' }),
    recordChatTelemetry: send(
      at('social', '/v1/chat/telemetry'),
      'POST',
      {},
      {
        event: 'command_center:opened',
        conversationId: 'bench',
      },
    ),
  }
  return { reads, builds, writes }
}
