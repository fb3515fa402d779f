import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import path from 'node:path'
import { bundleWorker } from '../support/bundleWorker.ts'

const here = (file: string) => path.resolve(import.meta.dirname, file)

const CORE = `
export { Limits } from './functions/core/Limits.ts'
export { LimitCounter } from './functions/core/LimitCounter.ts'
export { Sessions } from './functions/core/Sessions.ts'
export default { fetch: () => new Response(null, { status: 404 }) }
`

/** A window that began in 1970 and ends in 2255: no test meets its end. */
export const ENDLESS = 9_000_000_000

/** A key, its budget (default 120 in an endless window), and what the request costs (default 1). */
export type TakeQuery = { key: string; limit?: number; window?: number; cost?: number }

export interface LimitWorkers {
  /** One request to the limiter from the given client Worker (0 to 2), each an isolate of its own. */
  take(client: number, query: TakeQuery): Promise<Response>
  /** URL of the first client, for requests that are cut off. */
  readonly url: string
  /** Requests that this client's limiter has made to the store. */
  leases(client: number): Promise<number>
  /** Tokens of a key that no client holds or has spent. */
  left(query: TakeQuery): Promise<number>
  stop(): Promise<void>
}

let scripts: Promise<{ core: string; client: string }> | undefined

async function bundle(): Promise<{ core: string; client: string }> {
  const [core, client] = await Promise.all([
    bundleWorker({ contents: CORE }),
    bundleWorker({ file: here('limitClient.ts') }),
  ])
  return { core, client }
}

/** Core's limiter and three client Workers in a real workerd. `persist` keeps Durable Object state in that directory. */
export async function startLimitWorkers({
  persist,
  env = {},
}: { persist?: string; env?: Record<string, string> } = {}): Promise<LimitWorkers> {
  const { core, client } = await (scripts ??= bundle())
  const common = { compatibilityDate: '2026-09-01', modules: true }
  const names = ['client-0', 'client-1', 'client-2']
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        ...names.map((name) => ({
          ...common,
          name,
          script: client,
          serviceBindings: { LIMITS: { name: 'core', entrypoint: 'Limits' } },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        })),
        {
          ...common,
          name: 'core',
          script: core,
          bindings: env,
          durableObjects: {
            LIMIT_COUNTER: { className: 'LimitCounter', useSQLite: true },
            SESSIONS: { className: 'Sessions', useSQLite: true },
          },
        },
      ],
    }),
    ...(persist === undefined ? {} : { resourcePersistencePath: persist }),
  })
  const url = String(await miniflare.ready)
  const sockets = await Promise.all(names.map((name) => miniflare.unsafeGetDirectURL(name)))
  // The runtime's own way to its Workers takes several times as long.
  const get = (client: number, path: string) => fetch(new URL(path, sockets[client]))
  const search = (query: TakeQuery) =>
    new URLSearchParams(
      Object.entries({ limit: 120, window: ENDLESS, ...query }).map(([name, value]) => [name, String(value)]),
    )
  return {
    url,
    async take(client, query) {
      const answer = await get(client, `/take?${search(query)}`)
      return new Response(await answer.text(), answer)
    },
    leases: async (client) => Number(await (await get(client, '/leases')).text()),
    left: async (query) => Number(await (await get(0, `/left?${search(query)}`)).text()),
    stop: () => miniflare.dispose(),
  }
}
