import { createRequire } from 'node:module'
import path from 'node:path'
import { CACHE_PLUGIN, CORE_PLUGIN } from 'miniflare'

/**
 * Bounds of each isolate's heap in MiB. Without them a heap grows to many times its live objects before it is collected, and
 * each Worker has an isolate. An isolate may have 128 MiB, as in a deployment.
 */
const HEAP_BOUNDS = ['--initial-old-space-size=8', '--max-old-space-size=128']
/** Bound of the young generation in MiB; an isolate takes twice as much. The small one costs a tenth of the speed at most. */
const YOUNG = { usual: 4, small: 1 }
/**
 * A thread that compiles or sweeps beside an isolate and needs memory waits for the isolate to collect, and the isolate may
 * be waiting for that thread: with one such thread, as on two cores, the runtime then hangs for ever.
 */
const ON_ITS_OWN_THREAD = '--single-threaded'

/**
 * Sets how Miniflare starts its runtime in this process: with flags, unless the environment has others, and through a script that
 * ends the runtime when this process is gone, for whatever reason. With `isSmall`, it takes less memory.
 */
export function prepareRuntime(isSmall: boolean): void {
  if (isSmall) leaveOutWorkers()
  const young = isSmall ? YOUNG.small : YOUNG.usual
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] ??= [
    `--max-semi-space-size=${young}`,
    ...HEAP_BOUNDS,
    ON_ITS_OWN_THREAD,
  ].join(' ')
  const script = path.join(import.meta.dirname, 'boundRuntime.sh')
  if (process.platform !== 'linux' || process.env['MINIFLARE_WORKERD_PATH'] === script) return
  const ofMiniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  const { default: workerd }: { default: string } = ofMiniflare('workerd')
  process.env['LOCALNET_WORKERD'] = process.env['MINIFLARE_WORKERD_PATH'] ?? workerd
  process.env['MINIFLARE_WORKERD_PATH'] = script
}

type Services = Awaited<ReturnType<typeof CORE_PLUGIN.getServices>>
type Service = Extract<NonNullable<Services>, readonly unknown[]>[number]

/** The service for requests to the network, and the one entry to the cache that all Workers share. */
const NETWORK = 'internet'
const CACHE = 'cache:0'

const servicesOf = (services: Services): readonly Service[] =>
  services === undefined ? [] : Array.isArray(services) ? services : services.services

let isLean = false

/**
 * Leaves out two Workers of Miniflare's own beside each of ours, which take a hundred MiB: one that adds headers to outgoing
 * requests, and an entry to the cache, which is the same for all.
 */
function leaveOutWorkers(): void {
  if (isLean) return
  isLean = true
  const ofCore = CORE_PLUGIN.getServices.bind(CORE_PLUGIN)
  CORE_PLUGIN.getServices = async (options) =>
    servicesOf(await ofCore(options)).flatMap((service) => {
      if (service.name?.startsWith('outbound:') === true) return []
      if ('worker' in service && service.worker?.cacheApiOutbound) {
        service.worker.globalOutbound = { name: NETWORK }
        service.worker.cacheApiOutbound = { name: CACHE }
      }
      return [service]
    })
  const ofCache = CACHE_PLUGIN.getServices.bind(CACHE_PLUGIN)
  CACHE_PLUGIN.getServices = async (options) => (options.workerIndex === 0 ? ofCache(options) : [])
}
