import { buildWorkers } from '../platform/build.ts'
import { buildClient } from '../platform/client/buildClient.ts'
import { WORKER_NAMES } from '../platform/workers.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { startBareWorker } from './bareWorker.ts'
import { batchCosts } from './batchCosts.ts'
import { builderCosts } from './builders.ts'
import { clientSizes } from './clientSizes.ts'
import { coinPages } from './coinPages.ts'
import { coldReads } from './coldReads.ts'
import { drawingCosts } from './drawingCosts.ts'
import { imageCosts } from './imageCosts.ts'
import { linkCosts } from './linkCosts.ts'
import { listCosts } from './listCosts.ts'
import { catchUp, pageDepths } from './logIndex.ts'
import { mcpCosts } from './mcpCosts.ts'
import { heapsInMix, mixedLoad } from './mixedLoad.ts'
import { openReport } from './openReport.ts'
import { openWorld, type World } from './openWorld.ts'
import { profiles } from './profiles.ts'
import { proxyCosts } from './proxyCosts.ts'
import { bundleFacts } from './startup.ts'
import { stepHead } from './stepCosts.ts'
import { storageCosts } from './storageCosts.ts'
import { startStorageWorker } from './storageWorker.ts'
import { warmReads } from './warmReads.ts'
import { workspaceCosts } from './workspaceCosts.ts'

/**
 * Prints what the API costs as ratios to a bare Worker and as upstream requests; `--write` keeps the tables in
 * bench/RESULTS.md. `--only warm,proxy` prints these parts alone, and keeps nothing. `--profile` prints where the time of
 * requests goes, `--mixed` what many at once cost.
 */
const { heading, table, write } = openReport()
let world: Promise<World> | undefined
const opened = (): Promise<World> => (world ??= openWorld())

/** Runs work beside a bare Worker and one that makes storage calls. */
async function besideStorage(
  work: (bare: string, storage: Awaited<ReturnType<typeof startStorageWorker>>['urlOf']) => Promise<string[][]>,
): Promise<string[][]> {
  const [bare, storage] = [await startBareWorker(), await startStorageWorker()]
  const rows = await work(bare.url, storage.urlOf)
  await Promise.all([bare.stop(), storage.stop()])
  return rows
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  /** First, while this process is as small as an isolate: later its memory costs more than the drawing. */
  async drawing() {
    table(['picture of 1024 pixels', 'ms', 'to nothing', 'to one gradient', 'to 88e4231'], await drawingCosts())
  },
  async warm() {
    await warmReads(await opened(), table)
  },
  async mcp() {
    const { net, voter } = await opened()
    table(['warm, by MCP', 'ms', 'to the read', 'requests/s', 'to the read'], await mcpCosts(net, voter))
  },
  async cold() {
    const rows = await coldReads(await opened())
    table(
      [
        'cold',
        'upstream requests',
        'ms with 50 ms to the node',
        'to 50 ms',
        'to its raw calls',
        'to a Worker with these and its D1 calls: the limit',
      ],
      rows,
    )
  },
  /** Ten reads of one kind in one request. */
  async batch() {
    table(
      ['batch of ten', 'upstream requests', 'ms of one, with 50 ms to the node', 'ms of ten', 'ten to one'],
      await batchCosts(),
    )
  },
  /** Lists from D1, which ask no node. */
  async lists() {
    const { bare } = await opened()
    table(['list, one connection', 'ms', 'to bare', 'D1 calls', 'to its D1 calls'], await listCosts(bare.url))
  },
  /** Every builder: the requests of a build, and its throughput with a node and without. */
  async builders() {
    const { net, bare, proxy, upstream } = await opened()
    const alone = await startLocalnet({
      inWorkerd: true,
      families: ['account', 'build', 'market'],
      variables: { LIMIT_MULTIPLIER: '1000000', RPC_URLS: '' },
    })
    const rows = await builderCosts({ net, alone, bare: bare.url, proxy, upstream })
    await alone.stop()
    table(
      [
        'builder',
        'upstream requests, first and later',
        'time to its raw calls',
        'to these with time limits and our headers: the limit',
        'to bare, with its reads and simulation',
        'to bare, without a node',
      ],
      rows,
    )
  },
  /** The chat-app link, whose provider is one request away. */
  async link() {
    table(stepHead('chat-app link', 'requests to the identity provider'), await besideStorage(linkCosts))
  },
  /** An upload, which is checked from its first byte to its last, and a read of the file. */
  async images() {
    table(
      [
        'image, one connection',
        'ms',
        'to bare',
        'to reading, hashing and storing its bytes',
        'to that from JSON with its storage calls',
      ],
      await besideStorage(imageCosts),
    )
  },
  /** The workspace of a vault, and the queue of keepers that it fills. */
  async workspace() {
    table(stepHead('workspace', 'requests to the node'), await besideStorage(workspaceCosts))
  },
  /** Calls to stores, of every operation. */
  async storage() {
    const { rows, sums } = await storageCosts()
    table(['operation, its example', 'calls', 'to D1', 'to Durable Objects', 'of these to count it', 'at least'], rows)
    table(['all examples', 'calls', 'to D1', 'to Durable Objects', 'to those at 27014138'], sums)
  },
  /** An eth_call through the RPC proxy, against Workers that do less. */
  async proxy() {
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
  },
  async depths() {
    const depths = [...(await pageDepths()), await coinPages()]
    table(
      ['page of 100 in 100 000 rows', 'page 1, ms', 'page 1 000, ms', 'page 1 000 over page 1'],
      depths.map(({ name, first, deep }) => [name, first.toFixed(2), deep.toFixed(2), (deep / first).toFixed(2)]),
    )
  },
  /** A thousand blocks, or with --long a hundred thousand, which the local node takes minutes to make. */
  async index() {
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
  },
  /** The bundles of a deployment. */
  async bundles() {
    table(
      ['Worker', 'gzip KiB', 'wasm KiB', 'loads in ms'],
      WORKER_NAMES.map((worker) => {
        const { gzipKiB, wasmKiB, importMs } = bundleFacts(worker)
        return [worker, gzipKiB.toFixed(1), wasmKiB === 0 ? '' : wasmKiB.toFixed(0), importMs.toFixed(0)]
      }),
    )
  },
  /** The client package in a program's bundle. */
  async client() {
    table(
      ['client package, minified', 'gzip bytes', 'at most'],
      (await clientSizes()).map(({ name, bytes, most }) => [name, String(bytes), String(most)]),
    )
  },
}

await buildWorkers()
await buildClient()
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',')
if (process.argv.includes('--mixed')) {
  const { rows, each, memory } = await mixedLoad()
  table(['64 connections', 'requests/s', 'p50, ms', 'p99, ms', 'p99 to bare', 'p99 to the same calls'], rows)
  table(['each operation of the twenty', 'p50, ms', 'p99, ms', 'p50 paced', 'p99 paced'], each)
  table(['memory', 'MiB after 10 s', 'MiB after 60 s'], [...memory, ...(await heapsInMix())])
  await write(
    'MIXED.md',
    '# Mixed load\n\nPrinted by `npm run bench -- --mixed --write`: twenty operations at once, beside a bare Worker under the same load. All Workers, D1 and Durable Objects share one thread here, as they do not in production: a read waits for the writes before it.',
  )
} else if (process.argv.includes('--profile')) {
  for (const { title, rows } of await profiles()) {
    heading(title)
    table(['source', 'µs of a request', 'share'], rows)
  }
  await write(
    'PROFILES.md',
    '# Profiles\n\nPrinted by `npm run bench -- --profile --write`: CPU time in workerd, by its inspector, while 16 connections ask. What the runtime does for a source, such as parsing, counts as the source.',
  )
} else {
  const names = process.argv.includes('--only') ? (only ?? []) : Object.keys(PARTS)
  for (const name of names) {
    const part = PARTS[name]
    if (!part) throw new Error(`--only: parts are ${Object.keys(PARTS).join(', ')}`)
    await part()
  }
  if (names.length === Object.keys(PARTS).length)
    await write(
      'RESULTS.md',
      '# Bench\n\nPrinted by `npm run bench -- --write`. Machines differ: compare the ratios, which come from one run, not the seconds.',
    )
  await (await world)?.close()
}
process.exit(0)
