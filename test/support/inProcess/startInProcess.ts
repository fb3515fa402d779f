import path from 'node:path'
import { variablesOf } from '../../../localnet/localVariables.ts'
import {
  BINDINGS,
  type BucketBinding,
  type ObjectBinding,
  D1,
  ENTRYPOINTS,
  type EntrypointBinding,
  EVERY_MINUTE,
  OBJECTS,
  type WorkerName,
  workersFor,
} from '../../../platform/workers.ts'
import { documentsOf } from '../../../platform/site/documentsOf.ts'
import type { Runtime } from '../Runtime.ts'
import { stubOf } from './callRemotely.ts'
import { type Clock, inIsolate } from './isolate.ts'
import { configureLogOfWorkers, loadWorker, type WorkerModule } from './loadWorkers.ts'
import { serveHttp } from './serveHttp.ts'
import { recordStorageCalls } from './storageCalls.ts'
import { openAssets } from './openAssets.ts'
import { openBucket } from './openBucket.ts'
import { migratedD1 } from './migratedD1.ts'
import { type ObjectClass, openObjects } from './openObjects.ts'

interface Host {
  readonly name: WorkerName
  readonly module: WorkerModule
  readonly clock: Clock
  env: Record<string, unknown>
}

/**
 * Workers of some families in this process, with core and the gateway, each behind a port of its own: the same bundles, over
 * a database, objects and a bucket that are theirs alone. `sides` are further bindings, over all of these.
 */
export async function startInProcess(
  families: readonly string[],
  variablesAt: (host: string) => Readonly<Record<string, string>>,
  { sides = {} }: { readonly sides?: Readonly<Record<string, object>> } = {},
): Promise<Runtime> {
  const names = workersFor(families)
  const hosts = new Map(
    await Promise.all(
      names.map(async (name): Promise<[WorkerName, Host]> => [
        name,
        { name, module: await loadWorker(name), clock: {}, env: {} },
      ]),
    ),
  )
  const hostOf = (name: WorkerName): Host => {
    const host = hosts.get(name)
    if (!host) throw new Error(`${name} does not run`)
    return host
  }
  await configureLogOfWorkers()
  const d1 = await migratedD1()
  const { bucket, ofTest } = openBucket()
  const objects = openAll([...hosts.values()])
  const pending = new Set<Promise<unknown>>()
  const context = () => ({
    waitUntil(work: Promise<unknown>) {
      const done = Promise.resolve(work).catch(() => undefined)
      pending.add(done)
      void done.finally(() => pending.delete(done))
    },
    passThroughOnException() {},
    props: {},
  })
  const storage = recordStorageCalls()
  const fetchOf = (host: Host) => async (request: Request) =>
    storage.of(request, () => inIsolate(host.clock, () => host.module.default.fetch(request, host.env, context())))
  const servers = new Map(
    await Promise.all([...hosts.values()].map(async (host) => [host.name, await serveHttp(fetchOf(host))] as const)),
  )
  const sockets = Object.fromEntries([...servers].map(([name, { url }]) => [name, `${url}/api`]))
  const root = servers.get('gateway')?.url ?? ''

  function configure(variables: Readonly<Record<string, string>>): void {
    for (const host of hosts.values()) host.env = environment(host.name, variables)
    for (const { restart } of objects.values()) restart()
  }

  function environment(name: WorkerName, variables: Readonly<Record<string, string>>): Record<string, unknown> {
    const bindings = BINDINGS[name]
    const entrypoint = (binding: EntrypointBinding) => {
      const { home, entrypoint: className } = ENTRYPOINTS[binding]
      const host = hosts.get(home)
      if (!host) return {}
      const Entrypoint = host.module[className]
      if (!isClass(Entrypoint)) throw new Error(`${home} has no ${className}`)
      return { [binding]: stubOf(() => new Entrypoint(context(), host.env), host.clock) }
    }
    const service = (family: WorkerName) => {
      const host = hosts.get(family)
      if (!host) return {}
      const ask = fetchOf(host)
      const fetch = (input: string | Request, init?: RequestInit) => ask(new Request(input, init))
      return { [family.toUpperCase()]: { fetch } }
    }
    return {
      ...variablesOf(name, variables),
      ...(bindings.d1 ? { [D1.binding]: d1 } : {}),
      ...(bindings.assets ? { ASSETS: openAssets(path.resolve(documentsOf('localnet'))) } : {}),
      ...Object.fromEntries(bindings.buckets.map((binding: BucketBinding) => [binding, bucket])),
      ...Object.fromEntries(bindings.objects.map((binding) => [binding, objects.get(binding)?.namespace])),
      ...Object.assign({}, ...bindings.families.filter((family) => families.includes(family)).map(service)),
      ...Object.assign({}, ...bindings.entrypoints.map(entrypoint)),
      ...sides,
    }
  }

  async function runSchedule(name: WorkerName, cron: string): Promise<void> {
    const host = hostOf(name)
    const controller = { cron, scheduledTime: Date.now(), noRetry() {} }
    // One that fails has said so itself, as it must where nobody waits for it.
    await inIsolate(host.clock, async () => host.module.default.scheduled?.(controller, host.env, context())).catch(
      () => undefined,
    )
  }

  configure(variablesAt(root))
  return {
    host: root,
    sockets,
    d1,
    bucket: ofTest,
    storageCalls: storage.callsOf,
    upstreamRequests: storage.urlsOf,
    failStores: storage.fail,
    objects: async (binding) => {
      const { namespace, storedRows } = objects.get(binding) ?? {}
      if (!namespace || !storedRows) throw new Error(`no Worker here has ${binding}`)
      return {
        getByName: (name) =>
          new Proxy(namespace.getByName(name), {
            get: (stub, method) => (method === 'storedRows' ? async () => storedRows(name) : Reflect.get(stub, method)),
          }),
      }
    },
    async changeTime(name, time) {
      const { clock } = hostOf(name)
      delete clock.aheadMs
      delete clock.timeOuts
      Object.assign(clock, time)
    },
    runSchedule,
    async runSchedules() {
      const scheduled = names.filter((name) => BINDINGS[name].crons.includes(EVERY_MINUTE))
      await Promise.all(scheduled.map((name) => runSchedule(name, EVERY_MINUTE)))
    },
    configure: async (variables) => configure(variables),
    async stop() {
      await Promise.all([...servers.values()].map(({ stop }) => stop()))
      for (const { stop } of objects.values()) stop()
      await Promise.all(pending)
    },
  }
}

/** The objects of all classes that live in these Workers, by their bindings. */
function openAll(hosts: readonly Host[]) {
  const opened = new Map<ObjectBinding, ReturnType<typeof openObjects>>()
  for (const host of hosts)
    for (const [binding, { className, home }] of Object.entries(OBJECTS)) {
      if (home !== host.name || !isBinding(binding)) continue
      const found = host.module[className]
      if (!isClass(found)) throw new Error(`${home} exports no ${className}`)
      opened.set(binding, openObjects({ binding, class: found, clock: host.clock, env: () => host.env }))
    }
  return opened
}

const isBinding = (name: string): name is ObjectBinding => Object.hasOwn(OBJECTS, name)
const isClass = (value: unknown): value is ObjectClass => typeof value === 'function'
