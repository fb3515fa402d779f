import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare, Response, type V4WorkerOptions } from 'miniflare'
import { modulesOf } from '../platform/bundle/modulesOf.ts'
import { documentsOf } from '../platform/site/documentsOf.ts'
import {
  BINDINGS,
  BUCKETS,
  COMPATIBILITY_DATE,
  COMPATIBILITY_FLAGS,
  D1,
  ENTRYPOINTS,
  EVERY_MINUTE,
  familyNames,
  OBJECTS,
  scriptName,
  serviceBinding,
  type WorkerName,
  workersFor,
} from '../platform/workers.ts'
import { createPace } from './createPace.ts'
import { variablesOf } from './localVariables.ts'
import { serveModules, toSourcePositions } from './bundles.ts'
import { prepareRuntime } from './runtime.ts'
import { makeSteward, STEWARD, type Steward } from './steward.ts'

const root = path.resolve(import.meta.dirname, '..')

/** As in a deployment: the Worker runs before its assets. */
const ASSETS = {
  binding: 'ASSETS',
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  assetConfig: { html_handling: 'none', not_found_handling: 'none' },
} as const

export interface WorkersOptions {
  /** Folder of D1, R2 and Durable Objects. */
  readonly stateDir: string
  /** Text variables and secrets, the same for all Workers. */
  readonly variables: Readonly<Record<string, string>>
  /** Port of the gateway's direct socket; a free one when absent, as for the families. */
  readonly port?: number
  /** Folder of the documents, from the root of the project; those of the local world when absent. */
  readonly documents?: string | undefined
  /** Families to run; all when absent. core and the gateway always run. */
  readonly families?: readonly string[]
  /** The modules of a Worker, the main one first; its bundle when absent. */
  readonly modules?: typeof modulesOf | undefined
  /** Whether the runtime takes less memory and up to a tenth of the speed: from then on every runtime of this process. */
  readonly isSmall?: boolean | undefined
  /** Port of the runtime's inspector (Chrome DevTools protocol), 0 for a free one; there is none when absent. */
  readonly inspectorPort?: number | undefined
}

export interface Workers {
  readonly runtime: Miniflare
  readonly steward: Steward
  /** Base URL of each Worker's own socket, ending in /api. */
  readonly sockets: Readonly<Record<string, string>>
  /** Runs the schedules of every minute, and the others that are due. */
  runSchedules(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs built Workers in one workerd, each on its own direct socket: the runtime's common entry is several times slower.
 *
 * Throws when a port is taken, or a Worker does not start.
 */
export async function startWorkers({
  stateDir,
  variables,
  port,
  documents = documentsOf('localnet'),
  families,
  modules = modulesOf,
  isSmall = false,
  inspectorPort,
}: WorkersOptions): Promise<Workers> {
  const running = familyNames().filter((family) => families === undefined || families.includes(family))
  const names = workersFor(running)
  const isRequested = (name: WorkerName) =>
    name === 'core' || name === 'gateway' || running.some((family) => family === name)
  const texts = serveModules(modules)
  const workers = await Promise.all(
    names.map(async (name) => {
      const { d1, objects, buckets, assets, entrypoints, families: bound } = BINDINGS[name]
      const worker: V4WorkerOptions = {
        name: scriptName(name),
        modules: await texts.hand(name),
        unsafeUseModuleFallbackService: true,
        compatibilityDate: COMPATIBILITY_DATE,
        compatibilityFlags: COMPATIBILITY_FLAGS,
        bindings: variablesOf(name, variables),
        ...(d1 ? { d1Databases: { [D1.binding]: D1.id } } : {}),
        ...(assets ? { assets: { ...ASSETS, directory: path.resolve(root, documents) } } : {}),
        r2Buckets: Object.fromEntries(buckets.map((binding) => [binding, BUCKETS[binding]])),
        durableObjects: Object.fromEntries(
          objects.map((binding) => [
            binding,
            {
              className: OBJECTS[binding].className,
              useSQLite: true,
              ...(name === OBJECTS[binding].home ? {} : { scriptName: scriptName(OBJECTS[binding].home) }),
            },
          ]),
        ),
        serviceBindings: {
          ...Object.fromEntries(
            entrypoints
              .filter((binding) => names.includes(ENTRYPOINTS[binding].home))
              .map((binding) => {
                const { home, entrypoint } = ENTRYPOINTS[binding]
                return [binding, { name: scriptName(home), entrypoint }]
              }),
          ),
          ...Object.fromEntries(
            bound
              .filter((family) => running.includes(family))
              .map((family) => [serviceBinding(family), scriptName(family)]),
          ),
        },
        // The system assigns each a free port when it listens, so that no other process can take it first.
        unsafeDirectSockets: [{ host: '127.0.0.1', port: (name === 'gateway' && port) || 0 }],
      }
      return worker
    }),
  )
  // Each part of the configuration copies the parts before it, so the large ones come last.
  const isLarge = ({ modules: own }: V4WorkerOptions) =>
    Array.isArray(own) && own.some(({ type }) => type !== 'ESModule')
  workers.sort((one, other) => Number(isLarge(one)) - Number(isLarge(other)))
  const made = makeSteward(names, COMPATIBILITY_DATE)
  prepareRuntime(isSmall)
  const isDue = createPace()
  const runtime = new Miniflare({
    ...convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      workers: [made.worker, ...workers],
      handleStructuredLogs: print,
      async unsafeModuleFallbackService({ url }) {
        const { status, text } = await texts.answer(url)
        return new Response(text, { status })
      },
      ...(inspectorPort === undefined ? {} : { inspectorPort }),
    }),
    resourcePersistencePath: path.resolve(stateDir),
  })
  await runtime.ready
  const steward = made.at((await runtime.unsafeGetDirectURL(STEWARD)).origin)
  const socketOf = async (name: WorkerName) => `${(await runtime.unsafeGetDirectURL(scriptName(name))).origin}/api`
  return {
    runtime,
    steward,
    sockets: Object.fromEntries(await Promise.all(names.map(async (name) => [name, await socketOf(name)] as const))),
    async runSchedules() {
      // A Worker that runs for its objects alone has no schedules.
      const scheduled = names
        .filter(isRequested)
        .flatMap((name) => BINDINGS[name].crons.map((cron) => ({ name, cron })))
      const now = new Date()
      const due = scheduled.filter(({ name, cron }) => cron === EVERY_MINUTE || isDue(`${name} ${cron}`, cron, now))
      await Promise.all(due.map(({ name, cron }) => steward.runSchedule(name, cron)))
    },
    stop: () => runtime.dispose(),
  }
}

/** The log output of Workers, with stack positions mapped to the sources. */
const print = ({ level, message }: { level: string; message: string }): void =>
  (level === 'error' || level === 'warn' ? console.error : console.log)(toSourcePositions(message))
