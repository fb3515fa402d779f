import { envelope } from '../schema/common.ts'
import { ImageProjectSummary } from '../schema/image/answers.ts'
import { freePorts } from '../localnet/ports.ts'
import { accountOf, bearer, signIn } from '../test/account/support.ts'
import { startChatappNet } from '../test/chatapp/startChatappNet.ts'
import { type BorrowedNet, startLocalnet } from '../test/support/localnet.ts'
import { startSameAnswers } from './bareWorker.ts'
import { fillCoins } from './coinPages.ts'
import type { Bounds } from './closedLoop.ts'
import { uploadOf } from './imageCosts.ts'
import type { Load } from './load.ts'
import { toolCall } from './mcpCosts.ts'
import { profileWorker, type Spent } from './profiler.ts'
import { enqueueActions } from './workspaceCosts.ts'

export interface ProfileTable {
  readonly title: string
  readonly rows: string[][]
}

/** Sources that are named; the rest of them are one row. */
const MOST_ROWS = 18
const COINS = 1000
/** Number of pictures in a project. Each is uploaded once. */
const PICTURES = 40
/** One request at a time. Requests at the same time would share one reading. */
const ALONE: Bounds = { connections: 1, seconds: 3 }
/** For requests that can be made only so often. */
const SHORT: Bounds = { connections: 1, seconds: 1 }

/** Requests of one kind to a Worker, each made by the function. */
type Kind = readonly [worker: string, next: () => Load, bounds?: Bounds]

/** Microseconds of a request by the source that runs, in the Workers of some typical requests. */
export async function profiles(): Promise<ProfileTable[]> {
  return [
    ...(await onNet({ families: ['account', 'vetoken', 'build', 'rpc', 'mcp'], blockTimeMs: 3_600_000 }, warm)),
    ...(await limitOfWarm()),
    ...(await onNet({ families: ['account', 'vetoken', 'agents', 'social', 'auction', 'workspace', 'image'] }, cold)),
    ...(await onNet({ families: ['account', 'build', 'market'], variables: { RPC_URLS: '' } }, withoutNode)),
    ...(await linkReady()),
  ]
}

/** Profiles requests on a localnet of its own. By default a block time of 1 ms makes every read a cold one. */
async function onNet(
  { variables = {}, ...options }: Pick<Parameters<typeof startLocalnet>[0], 'families' | 'variables' | 'blockTimeMs'>,
  kinds: (net: BorrowedNet) => Promise<Readonly<Record<string, Kind>>>,
): Promise<ProfileTable[]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startLocalnet({
    inWorkerd: true,
    blockTimeMs: 1,
    ...options,
    variables: { LIMIT_MULTIPLIER: '1000000', RPC_PROXY_MAX_IN_FLIGHT: '2000', ...variables },
    inspectorPort,
  })
  try {
    const tables: ProfileTable[] = []
    for (const [title, [worker, next, bounds]] of Object.entries(await kinds(net)))
      tables.push(tableOf(title, await profileWorker(inspectorPort, worker, next, bounds)))
    return tables
  } finally {
    await net.stop()
  }
}

async function warm(net: BorrowedNet): Promise<Record<string, Kind>> {
  const { address } = accountOf(net, 'voter')
  const call = { method: 'eth_call', params: [{ to: net.world.contracts.shareToken, data: '0x18160ddd' }, 'latest'] }
  const post = await postAs(net)
  const read = { operationId: 'getVetokenUser', args: { address } }
  return {
    'A warm read (getVetokenUser)': [
      'vetoken',
      () => ({ url: `${net.sockets['vetoken']}/v1/vetoken/user/${address}` }),
    ],
    'A builder with its reads and simulation (buildVetokenLock)': ['build', () => post('build', ...LOCK)],
    'An eth_call through the proxy (proxyRpc)': ['rpc', () => post('rpc', '/rpc', { jsonrpc: '2.0', id: 1, ...call })],
    'A tool call of a warm read (call_read)': [
      'mcp',
      () => toolCall(new URL(net.sockets['mcp'] ?? '').origin, 'call_read', read),
    ],
  }
}

/** Profiles the Worker with which a warm read is compared. */
async function limitOfWarm(): Promise<ProfileTable[]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startLocalnet({ families: ['vetoken'] })
  const url = `${net.sockets['vetoken']}/v1/vetoken/user/${accountOf(net, 'voter').address}`
  const { same, counted } = await startSameAnswers(url, inspectorPort)
  await net.stop()
  const spent = await profileWorker(inspectorPort, 'script', () => ({ url: counted.url }))
  await Promise.all([same.stop(), counted.stop()])
  return [tableOf('The limit of a warm read: its bytes made beforehand, three headers read and three written', spent)]
}

async function cold(net: BorrowedNet): Promise<Record<string, Kind>> {
  const { vault, auction } = net.world.contracts
  const { address } = accountOf(net, 'voter')
  const owner = bearer((await signIn(net.api, accountOf(net, 'owner'))).token)
  const json = { ...owner, 'content-type': 'application/json' }
  const at = (worker: string, path: string) => `${net.sockets[worker]}${path}`
  const get =
    (worker: string, path: string, headers = {}) =>
    () => ({ url: at(worker, path), headers })
  const settings = {
    vault,
    action: 'settings.notifications.upsert',
    payload: { chatappEnabled: true, msgnetEnabled: false, emailEnabled: false, minSeverity: 'warn' },
  }
  const { secrets } = net
  const keeper = {
    authorization: `Bearer ${secrets['KPR_API_KEY']}`,
    'x-keepr-zone-key': secrets['KPR_ZONE_KEY_MARKET_MAINTENANCE'] ?? '',
    'content-type': 'application/json',
  }
  let action = await enqueueActions(await net.database(), vault)
  const uploads = await uploadsOf(at('image', '/image'), json)
  return {
    'A cold read of the chain (getVetokenUser)': ['vetoken', get('vetoken', `/v1/vetoken/user/${address}`), ALONE],
    'A cold read of the index, then of the chain (listAuctionRecentBids)': [
      'auction',
      get('auction', `/v1/auction/${auction}/recentBids`),
      ALONE,
    ],
    'A cold read of the index beside the chain (getSocialReputationGraph)': [
      'social',
      get('social', '/social/reputation-graph?agentId=0'),
      ALONE,
    ],
    'A cold read of index, registries and wallet (getAgentProfile)': [
      'agents',
      get('agents', '/v1/agents/profile?agentId=0'),
      ALONE,
    ],
    'A person’s own read of store and chain (getWorkspaceSummary)': [
      'workspace',
      get('workspace', `/v1/workspace/summary?vault=${vault}`, owner),
      ALONE,
    ],
    'A write with its audit and activity (changeWorkspaceSettings)': [
      'workspace',
      () => ({
        url: at('workspace', '/v1/workspace/settings'),
        method: 'POST',
        headers: json,
        body: JSON.stringify(settings),
      }),
      ALONE,
    ],
    'A report of a keeper (updateKeeprActionStatus)': [
      'workspace',
      () => ({
        url: at('workspace', '/keepr/actions/updateStatus'),
        method: 'POST',
        headers: keeper,
        body: JSON.stringify({ id: action++, status: 'executing' }),
      }),
      SHORT,
    ],
    'An upload of 10 KiB (uploadImageAsset)': [
      'image',
      () => ({ url: at('image', '/image/assets/upload'), method: 'POST', headers: json, body: uploads.pop() ?? '' }),
      SHORT,
    ],
  }
}

/** Uploads for as many projects as a short load needs. */
async function uploadsOf(root: string, headers: Record<string, string>): Promise<string[]> {
  const names = Array.from({ length: 10 }, (_, i) => `Pictures ${i}`)
  const projects = names.map(async (name) => {
    const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
    const begun = await fetch(`${root}/projects/create`, init)
    return envelope(ImageProjectSummary).parse(await begun.json()).data.projectId
  })
  return (await Promise.all(projects)).flatMap((id) => Array.from({ length: PICTURES }, () => uploadOf(id, 50)))
}

/** Without a node, and without answers that are kept. */
async function withoutNode(net: BorrowedNet): Promise<Record<string, Kind>> {
  await fillCoins(await net.database(), net.world.chainId, COINS)
  const unlock = (await postAs(net))('build', '/v1/build/vetoken/unlock', {})
  const list = { url: `${net.sockets['market']}/coin-trend/explore?limit=100` }
  return {
    'A builder without a node (buildVetokenUnlock)': ['build', () => unlock],
    'A page of 100 from D1 (listTrendCoins)': ['market', () => list],
  }
}

/** A step whose answer the identity provider must give. */
async function linkReady(): Promise<ProfileTable[]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startChatappNet({ inWorkerd: true, variables: { LIMIT_MULTIPLIER: '1000000' }, inspectorPort })
  try {
    const ada = await net.join()
    const load: Load = {
      url: `${net.sockets['chatapp']}/chatapp/link/ready`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ada.headers },
      body: JSON.stringify({ email: ada.email }),
    }
    const title = 'A step that asks the identity provider (checkLinkReady)'
    return [tableOf(title, await profileWorker(inspectorPort, 'chatapp', () => load, ALONE))]
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
