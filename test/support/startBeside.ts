import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { modulesOf } from '../../platform/bundle/modulesOf.ts'
import { lend, lentModules } from './lentModules.ts'
import { COMPATIBILITY_DATE, COMPATIBILITY_FLAGS } from '../../platform/workers.ts'

export interface Beside {
  readonly host: string
  stop(): Promise<void>
}

/** A built Worker over the built core, and beside them Workers of given source for the families that it is bound to. */
export async function startBeside(
  worker: 'gateway' | 'status',
  families: Readonly<Record<string, string>> = {},
  others: Readonly<Record<string, string>> = {},
): Promise<Beside> {
  const common = { compatibilityDate: COMPATIBILITY_DATE, compatibilityFlags: COMPATIBILITY_FLAGS }
  const variables = { CHAIN: 'base', EDGE_CACHE: 'off', LOG_LEVEL: 'warn', LIMIT_MULTIPLIER: '1000' }
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [
        {
          ...common,
          name: worker,
          modules: await lentModules(worker),
          bindings: variables,
          serviceBindings: {
            LIMITS: { name: 'core', entrypoint: 'Limits' },
            ...Object.fromEntries(Object.keys(families).map((family) => [family.toUpperCase(), family])),
          },
          durableObjects: { STATUS_BOARD: { className: 'StatusBoard', scriptName: 'core', useSQLite: true } },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
        {
          ...common,
          name: 'core',
          modules: await modulesOf('core'),
          bindings: variables,
          durableObjects: {
            LIMIT_COUNTER: { className: 'LimitCounter', useSQLite: true },
            SESSIONS: { className: 'Sessions', useSQLite: true },
            STATUS_BOARD: { className: 'StatusBoard', useSQLite: true },
          },
        },
        ...Object.entries(families).map(([name, source]) => ({
          ...common,
          name,
          modules: [{ type: 'ESModule' as const, path: 'index.js', contents: source }],
        })),
      ],
    }),
  )
  await runtime.ready
  const host = (await runtime.unsafeGetDirectURL(worker)).origin
  await lend(host, { id: '', variables: { BASE_URL: `${host}/api`, ...others }, without: [] })
  return { host, stop: () => runtime.dispose() }
}

/** A family that says who it is and what it was asked for. */
export const echo = (family: string): string =>
  `export default { fetch: (request) => new Response('${family} ' + request.method + ' ' + request.url) }`
