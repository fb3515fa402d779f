import * as z from 'zod'
import { freePorts } from '../localnet/ports.ts'
import { scriptName } from '../platform/workers.ts'
import { encodeAggregate } from '../shared/chain/aggregate.ts'
import { heapOf } from '../test/support/heapOf.ts'
import { buildInProcess } from '../test/support/inProcess/loadWorkers.ts'
import { startLocalnet, type TestNet } from '../test/support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../test/support/rpcProxy.ts'
import { startBareWorker } from './bareWorker.ts'
import { bodiesOf } from './builders.ts'
import { oneConnection } from './client.ts'
import { closedLoop, type Bounds, type LoopResult } from './closedLoop.ts'
import type { Load } from './load.ts'
import { operationsOf } from './mixOperations.ts'
import { rssOf, runtimes } from './rssOf.ts'
import { type KeptRead, type StorageCalls, startStorageWorker, type Upstream } from './storageWorker.ts'

const CONNECTIONS = 64
/** As on Base. */
const BLOCK_TIME_MS = 2000
/** A pace that leaves both Workers time to spare: at full speed each request waits for those of the other connections. */
const PACE = 200
const WARMING = 10
const ASKED = [
  'account',
  'token',
  'vault',
  'auction',
  'lottery',
  'gauge',
  'vetoken',
  'lpstrat',
  'build',
  'agents',
  'social',
  'market',
  'workspace',
] as const
const FAMILIES: readonly string[] = ASKED

/** The least cost of an operation: `calls` to storage and to the node, and `raw`, the body that describes the latter. */
interface Limit {
  readonly calls: StorageCalls
  readonly raw?: string
}

/**
 * Rows of a table: twenty operations in turn over 64 connections, by a bare Worker, by one that makes the same number of calls to the
 * node and to storage and does nothing else, and by this service, as fast as they answer and paced; and the reads among them. Throws
 * when an answer is not 2xx. `each` are the operations alone: milliseconds as fast as they answer, and paced. And the memory of the
 * runtimes in MiB after 10 seconds and at the end.
 */
export async function mixedLoad(seconds = 60): Promise<{ rows: string[][]; each: string[][]; memory: string[][] }> {
  const net = await startMix()
  const bare = await startBareWorker()
  const storage = await startStorageWorker()
  const [pid, , limitPid] = runtimes()
  try {
    const { reads, builds, writes } = await operationsOf(net)
    const mix = { ...reads, ...builds, ...writes }
    const all = Object.values(mix)
    await requireAnswers(mix)
    const limits = await limitsOf(mix, net)
    const measure = async (loads: readonly Load[], bounds: Bounds) => {
      const inTurn = (of: readonly Load[]) => (connection: number, turn: number) =>
        of[(connection + turn) % of.length] ?? { url: bare.url }
      const same = loads.map((load) => ({ ...load, url: bare.url }))
      const least = loads.map(({ url }): Load => {
        const { calls, raw } = limits.get(url) ?? { calls: '' }
        return { url: storage.urlOf(calls), ...(raw === undefined ? {} : { method: 'POST', body: raw }) }
      })
      const run = (of: readonly Load[], own: Bounds) => closedLoop(inTurn(of), { connections: CONNECTIONS, ...own })
      const ours = await run(loads, bounds)
      const limit = await run(least, bounds)
      const others = await run(same, { ...bounds, seconds: 10 })
      const [failure] = [ours, limit, others].flatMap(({ failures }) => failures)
      if (failure !== undefined) throw new Error(failure)
      return { ours, limit, bare: others }
    }
    // A path that runs once in a block time is compiled late.
    await measure(all, { seconds: WARMING })
    const memory = [
      [pid, 0, 'this service'],
      [limitPid, seconds, 'a Worker with the same calls'],
    ] as const
    const resident = memory.map(([id, from]) => [rssAfter(id, from + 10), rssAfter(id, from + seconds - 1)] as const)
    const results = {
      'twenty operations': await measure(all, { seconds }),
      [`twenty operations, ${PACE} requests/s`]: await measure(all, { seconds: 20, perSecond: PACE }),
      'the fifteen reads': await measure(Object.values(reads), { seconds: 10 }),
    }
    const [fast, paced] = Object.values(results).map(({ ours }) => ours.byUrl)
    const each = Object.entries(mix).map(([name, { url }]) => [
      name,
      ...[fast?.get(url), paced?.get(url)].flatMap((times) => [
        times?.p50.toFixed(2) ?? '',
        times?.p99.toFixed(2) ?? '',
      ]),
    ])
    return {
      each,
      rows: Object.entries(results).flatMap(([name, { ours, limit, bare }]) => [
        rowOf(`${name}, a bare Worker`, bare, { bare, limit }),
        rowOf(`${name}, a Worker with the same calls: the limit`, limit, { bare, limit }),
        rowOf(`${name}, this service`, ours, { bare, limit }),
      ]),
      memory: await Promise.all(
        resident.map(async ([at10, atEnd], i) => [
          `resident, ${memory[i]?.[2]}`,
          (await at10).toFixed(0),
          (await atEnd).toFixed(0),
        ]),
      ),
    }
  } finally {
    await Promise.all([bare.stop(), storage.stop()])
    await net.stop()
  }
}

/**
 * Rows of a table: the JavaScript heap of each Worker in MiB, after a collection, when it has answered the mix for ten seconds and for so
 * many. Growth here is kept by a Worker; growth in the resident memory alone is kept by the runtime's allocator.
 */
export async function heapsInMix(seconds = 60): Promise<string[][]> {
  const [inspectorPort = 0] = await freePorts(1)
  const net = await startMix(inspectorPort)
  try {
    const { reads, builds, writes } = await operationsOf(net)
    const all = Object.values({ ...reads, ...builds, ...writes })
    const heaps = async (during: number): Promise<number[]> => {
      const next = (connection: number, turn: number) => all[(connection + turn) % all.length] ?? { url: net.host }
      await closedLoop(next, { connections: CONNECTIONS, seconds: during })
      const sizes: number[] = []
      for (const family of ASKED) {
        const poke = () => fetch(`${net.sockets[family]}/v1/none`).then((answer) => answer.text())
        sizes.push((await heapOf(new URL(`ws://127.0.0.1:${inspectorPort}`), scriptName(family), poke)) / 1_048_576)
      }
      return sizes
    }
    const [first, last] = [await heaps(10), await heaps(seconds - 10)]
    const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)
    return [
      ...ASKED.map((family, i) => [`heap of ${family}`, (first[i] ?? NaN).toFixed(2), (last[i] ?? NaN).toFixed(2)]),
      ['heaps together', total(first).toFixed(2), total(last).toFixed(2)],
    ]
  } finally {
    await net.stop()
  }
}

const startMix = (inspectorPort?: number): Promise<TestNet> =>
  startLocalnet({
    inWorkerd: true,
    families: FAMILIES,
    blockTimeMs: BLOCK_TIME_MS,
    variables: { LIMIT_MULTIPLIER: '1000000' },
    ...(inspectorPort === undefined ? {} : { inspectorPort }),
  })

/**
 * The least cost of each URL of the mix: a read of the chain its cold reading once in a block time. Calls of the
 * limiter, which leases, are not counted.
 */
async function limitsOf(mix: Readonly<Record<string, Load>>, net: TestNet): Promise<ReadonlyMap<string, Limit>> {
  const coldReads = await coldReadsOf(net.rpcUrl)
  const calls: Readonly<Record<string, StorageCalls>> = {
    getPortfolio: 'rrr',
    changeWorkspaceSettings: 'orw',
    updatePortfolio: 'orw',
    recordChatTelemetry: 'w',
  }
  const limitOf = async (name: string, load: Load): Promise<Limit> => {
    if (name.startsWith('build')) return { calls: 'u', raw: await rawCallsOf(load, net) }
    const own = calls[name]
    return own === undefined ? { calls: 'k', raw: JSON.stringify(coldReads.get(name)) } : { calls: own }
  }
  const limits = Object.entries(mix).map(async ([name, load]) => [load.url, await limitOf(name, load)] as const)
  return new Map(await Promise.all(limits))
}

/** Requests of each read of the mix to the node at `rpcUrl` and to D1, with empty caches. */
async function coldReadsOf(rpcUrl: string): Promise<ReadonlyMap<string, KeptRead>> {
  process.env['SEED'] ??= 'bench'
  await buildInProcess()
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: FAMILIES,
    blockTimeMs: 1,
    variables: { LIMIT_MULTIPLIER: '1000000' },
    nodeUrl: async (anvil) => (proxy = await startRpcProxy(anvil)).url,
  })
  try {
    const node = proxy
    if (!node) throw new Error('no proxy')
    const { reads } = await operationsOf(net)
    const cold = new Map<string, KeptRead>()
    for (const [name, { url }] of Object.entries(reads)) {
      const seen: KeptRead[] = []
      // A schedule that runs meanwhile asks the node too; never all three times.
      for (let i = 0; i < 4; i++) {
        const [from, id] = [node.requests.length, crypto.randomUUID()]
        const answer = await fetch(url, { headers: { 'x-request-id': id } })
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
        await answer.arrayBuffer()
        const requests = bodiesOf(node, from).map((body): Upstream => ({
          url: rpcUrl,
          method: 'POST',
          headers: JSON_BODY,
          body,
        }))
        const d1 = net.storageCalls(id).filter(({ store }) => store === 'D1').length
        seen.push({ requests, d1, keptMs: BLOCK_TIME_MS })
      }
      const [least] = seen.slice(1).toSorted((a, b) => a.requests.length - b.requests.length)
      if (least) cold.set(name, least)
    }
    return cold
  } finally {
    await net.stop()
    await proxy?.stop()
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

/** A read of ten values in one request, and the simulation of what the builder answers. */
async function rawCallsOf({ url, ...how }: Load, net: TestNet): Promise<string> {
  const client = oneConnection()
  const { text } = await client.send(url, how)
  client.close()
  const { from, calls } = Built.parse(JSON.parse(text))
  const { multicall3, shareToken } = net.world.contracts
  const read = { target: shareToken, allowFailure: true, callData: TOTAL_SUPPLY } as const
  const sequence = calls.calls.map((call) => ({ ...call, from }))
  const requests = [
    ['eth_call', [{ to: multicall3, data: encodeAggregate(Array.from({ length: 10 }, () => read)) }, 'latest']],
    [
      'eth_simulateV1',
      [{ blockStateCalls: [{ calls: sequence }], validation: false, traceTransfers: false }, 'latest'],
    ],
  ]
  const described = requests.map(([method, params]): Upstream => ({
    url: net.rpcUrl,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }))
  return JSON.stringify(described)
}

const TOTAL_SUPPLY = '0x18160ddd'
const Built = z.object({
  from: z.string(),
  calls: z.object({ calls: z.array(z.record(z.string(), z.unknown())) }),
})

const rowOf = (
  name: string,
  { perSecond, p50, p99 }: LoopResult,
  { bare, limit }: { readonly bare: LoopResult; readonly limit: LoopResult },
): string[] => [
  name,
  perSecond.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
  (p99 / bare.p99).toFixed(2),
  (p99 / limit.p99).toFixed(2),
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
