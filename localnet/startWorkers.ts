import { createRequire } from 'node:module'
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
import { serveModules } from './serveModules.ts'
import { leanRuntime } from './leanRuntime.ts'
import { makeSteward, STEWARD, type Steward } from './steward.ts'
import { toSourcePositions } from './toSourcePositions.ts'

const root = path.resolve(import.meta.dirname, '..')

/** As in a deployment: the Worker runs before its assets. */
const ASSETS = {
  binding: 'ASSETS',
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  assetConfig: { html_handling: 'none', not_found_handling: 'none' },
} as const

/**
 * Bounds of each isolate's heap in MiB: without them a heap grows to many times what lives in it before the runtime collects,
 * and each Worker has an isolate. An isolate may have 128 MiB, as in a deployment.
 */
const HEAP_BOUNDS = ['--initial-old-space-size=8', '--max-old-space-size=128']
/** The bound of what is young, in MiB: it takes twice as much in each isolate. */
const YOUNG = 4
/**
 * A thread that compiles or sweeps beside an isolate and needs memory waits for the isolate to collect, and the isolate may
 * be waiting for that thread: with one such thread, as on two cores, the runtime then hangs for ever.
 */
const ON_ITS_OWN_THREAD = '--single-threaded'

export interface WorkersOptions {
  /** Where D1, R2 and Durable Objects are stored. */
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
  /** Bound of the young generation of each isolate in MiB; 4 when absent, and 1 costs a tenth of the speed at most. */
  readonly young?: number | undefined
  /** Without Workers of the runtime's own beside each of ours: from then on for every runtime of this process. */
  readonly isLean?: boolean | undefined
  /** Port of the runtime's inspector (Chrome DevTools protocol), 0 for a free one; there is none when absent. */
  readonly inspectorPort?: number | undefined
}

export interface Workers {
  readonly runtime: Miniflare
  readonly steward: Steward
  /** Base URL of each Worker's own socket, ending in /api. */
  readonly sockets: Readonly<Record<string, string>>
  /** Runs what is scheduled for every minute, and of everything else what has not run since its minute came. */
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
  young = YOUNG,
  isLean = false,
  inspectorPort,
}: WorkersOptions): Promise<Workers> {
  const running = familyNames().filter((family) => families === undefined || families.includes(family))
  const names = workersFor(running)
  const isAsked = (name: WorkerName) =>
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
  // Each part of the configuration copies what is before it, so that what is large comes last.
  const isLarge = ({ modules: own }: V4WorkerOptions) =>
    Array.isArray(own) && own.some(({ type }) => type !== 'ESModule')
  workers.sort((one, other) => Number(isLarge(one)) - Number(isLarge(other)))
  const made = makeSteward(names, COMPATIBILITY_DATE)
  bindRuntime(young)
  if (isLean) leanRuntime()
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
      // A Worker that is there for its objects alone has no schedules.
      const scheduled = names.filter(isAsked).flatMap((name) => BINDINGS[name].crons.map((cron) => ({ name, cron })))
      const now = new Date()
      const due = scheduled.filter(({ name, cron }) => cron === EVERY_MINUTE || isDue(`${name} ${cron}`, cron, now))
      await Promise.all(due.map(({ name, cron }) => steward.runSchedule(name, cron)))
    },
    stop: () => runtime.dispose(),
  }
}

/**
 * Gives Miniflare the flags of its runtime, unless the environment has others, and starts the runtime through a script: with it the
 * runtime ends when this process is gone, for whatever reason.
 */
function bindRuntime(young: number): void {
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

/** The log output of Workers, with stack positions mapped to the sources. */
const print = ({ level, message }: { level: string; message: string }): void =>
  (level === 'error' || level === 'warn' ? console.error : console.log)(toSourcePositions(message))
