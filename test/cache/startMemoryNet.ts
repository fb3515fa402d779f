import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import path from 'node:path'
import { freePorts } from '../../localnet/ports.ts'
import { buildWorkers } from '../../platform/build.ts'
import { modulesOf } from '../../platform/bundle/modulesOf.ts'
import { COMPATIBILITY_DATE, COMPATIBILITY_FLAGS, D1 } from '../../platform/workers.ts'
import { borrowWorld } from '../support/borrowWorld.ts'
import { heapOf } from '../support/heapOf.ts'
import { startRpcProxy } from '../support/rpcProxy.ts'

const WORKER = 'test-memory'

/** The token family in a workerd of its own, which reports its isolate's caches, with core's limiter and a recording node. */
export async function startMemoryNet() {
  const { anvil, world, giveBack } = await borrowWorld()
  const proxy = await startRpcProxy(anvil.url)
  await buildWorkers([WORKER, 'core'], (name) =>
    name === WORKER
      ? path.join(import.meta.dirname, 'memoryWorker.ts')
      : path.resolve(import.meta.dirname, '../../functions', name, 'index.ts'),
  )
  const [port = 0] = await freePorts(1)
  const host = `http://127.0.0.1:${port}`
  const bindings = {
    BASE_URL: `${host}/api`,
    LOG_LEVEL: 'warn',
    CHAIN_CONFIG: JSON.stringify({ chainId: world.chainId, contracts: world.contracts, blockTimeMs: 3_600_000 }),
    RPC_URLS: proxy.url,
    EDGE_CACHE: 'off',
    LIMIT_MULTIPLIER: '1000000',
  }
  const common = { compatibilityDate: COMPATIBILITY_DATE, compatibilityFlags: COMPATIBILITY_FLAGS, bindings }
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      inspectorPort: 0,
      workers: [
        {
          ...common,
          name: WORKER,
          modules: await modulesOf(WORKER),
          serviceBindings: { LIMITS: { name: 'core', entrypoint: 'Limits' } },
          durableObjects: { STATUS_BOARD: { className: 'StatusBoard', scriptName: 'core', useSQLite: true } },
          d1Databases: { [D1.binding]: D1.id },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
        {
          ...common,
          name: 'core',
          modules: await modulesOf('core'),
          durableObjects: {
            LIMIT_COUNTER: { className: 'LimitCounter', useSQLite: true },
            SESSIONS: { className: 'Sessions', useSQLite: true },
            STATUS_BOARD: { className: 'StatusBoard', useSQLite: true },
          },
        },
      ],
    }),
  )
  await runtime.ready
  return {
    api: `${host}/api`,
    world,
    proxy,
    /** Bytes that the isolate's caches keep. */
    kept: async (): Promise<number> => Number(await (await fetch(`${host}/kept`)).text()),
    /** Bytes of the isolate's JavaScript heap after a collection. */
    heap: async () => heapOf(await runtime.getInspectorURL(), WORKER, () => fetch(`${host}/kept`)),
    async stop() {
      await runtime.dispose()
      await proxy.stop()
      await giveBack()
    },
  }
}

export type MemoryNet = Awaited<ReturnType<typeof startMemoryNet>>
