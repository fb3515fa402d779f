import { CACHE_PLUGIN, CORE_PLUGIN } from 'miniflare'

type Services = Awaited<ReturnType<typeof CORE_PLUGIN.getServices>>
type Service = Extract<NonNullable<Services>, readonly unknown[]>[number]

/** What requests to the network go through in the end, and the one entry to the cache that all share. */
const NETWORK = 'internet'
const CACHE = 'cache:0'

const servicesOf = (services: Services): readonly Service[] =>
  services === undefined ? [] : Array.isArray(services) ? services : services.services

let isLean = false

/**
 * Has the runtime begin without two Workers of its own beside each of ours, which take more memory together than ours: one
 * that names the sender of outgoing requests, which nobody here reads, and an entry to the cache, which is the same for all.
 */
export function leanRuntime(): void {
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
