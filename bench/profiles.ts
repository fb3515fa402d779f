import { freePorts } from '../localnet/ports.ts'
import { accountOf, bearer, signIn } from '../test/account/support.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { fillCoins } from './coinPages.ts'
import type { Load } from './load.ts'
import { toolCall } from './mcpCosts.ts'
import { profileWorker, type Spent } from './profiler.ts'

export interface ProfileTable {
  readonly title: string
  readonly rows: string[][]
}

/** Sources that are named; the rest of them are one row. */
const MOST_ROWS = 18
const COINS = 1000

/** Where the microseconds of a request go, by the source that runs, in the Workers of some typical requests. */
export async function profiles(): Promise<ProfileTable[]> {
  return [...(await withNode()), ...(await withoutNode())]
}

async function withNode(): Promise<ProfileTable[]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startLocalnet({
    own: true,
    families: ['account', 'vetoken', 'build', 'rpc', 'mcp'],
    blockTimeMs: 3_600_000,
    variables: { LIMIT_MULTIPLIER: '1000000', RPC_PROXY_MAX_IN_FLIGHT: '2000' },
    inspectorPort,
  })
  try {
    const { address } = accountOf(net, 'voter')
    const call = { method: 'eth_call', params: [{ to: net.world.contracts.shareToken, data: '0x18160ddd' }, 'latest'] }
    const post = await postAs(net)
    const loads: Record<string, [worker: string, load: Load]> = {
      'A warm read (getVetokenUser)': ['vetoken', { url: `${net.sockets['vetoken']}/v1/vetoken/user/${address}` }],
      'A builder with its reads and simulation (buildVetokenLock)': ['build', post('build', ...LOCK)],
      'An eth_call through the proxy (proxyRpc)': ['rpc', post('rpc', '/rpc', { jsonrpc: '2.0', id: 1, ...call })],
      'A tool call of a warm read (call_read)': [
        'mcp',
        toolCall(new URL(net.sockets['mcp'] ?? '').origin, 'call_read', {
          operationId: 'getVetokenUser',
          args: { address },
        }),
      ],
    }
    const tables: ProfileTable[] = []
    for (const [title, [worker, load]] of Object.entries(loads))
      tables.push(tableOf(title, await profileWorker(inspectorPort, worker, load)))
    return tables
  } finally {
    await net.stop()
  }
}

/** Without a node, and without answers that are kept. */
async function withoutNode(): Promise<ProfileTable[]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startLocalnet({
    own: true,
    families: ['account', 'build', 'market'],
    blockTimeMs: 1,
    variables: { LIMIT_MULTIPLIER: '1000000', RPC_URLS: '' },
    inspectorPort,
  })
  try {
    await fillCoins(await net.database(), net.world.chainId, COINS)
    const unlock = (await postAs(net))('build', '/v1/build/vetoken/unlock', {})
    const list = { url: `${net.sockets['market']}/coin-trend/explore?limit=100` }
    return [
      tableOf('A builder without a node (buildVetokenUnlock)', await profileWorker(inspectorPort, 'build', unlock)),
      tableOf('A page of 100 from D1 (listTrendCoins)', await profileWorker(inspectorPort, 'market', list)),
    ]
  } finally {
    await net.stop()
  }
}

const LOCK = ['/v1/build/vetoken/lock', { amount: '1000000000000000000', durationSec: 2_419_200 }] as const

/** Makes requests of one account, each straight at a Worker. */
async function postAs(net: Awaited<ReturnType<typeof startLocalnet>>) {
  const { token } = await signIn(net.api, accountOf(net, 'bidder'))
  const headers = { 'content-type': 'application/json', ...bearer(token) }
  return (worker: string, path: string, body: object): Load => ({
    url: `${net.sockets[worker]}${path}`,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
}

function tableOf(title: string, { bySource }: Spent): ProfileTable {
  const total = bySource.reduce((sum, [, us]) => sum + us, 0)
  const row = (source: string, us: number) => [source, us.toFixed(1), `${((100 * us) / total).toFixed(0)} %`]
  const sumOf = (rows: Spent['bySource']) => rows.reduce((sum, [, us]) => sum + us, 0)
  const runtime = bySource.filter(([source]) => source.startsWith('the runtime'))
  const packages = bySource.filter(([source]) => source.endsWith('(package)'))
  return {
    title,
    rows: [
      row('all', total),
      row('of it the runtime', sumOf(runtime)),
      row('of it packages', sumOf(packages)),
      ...bySource.slice(0, MOST_ROWS).map(([source, us]) => row(source, us)),
      row('other sources', sumOf(bySource.slice(MOST_ROWS))),
    ],
  }
}
