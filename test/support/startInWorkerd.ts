import { rm } from 'node:fs/promises'
import { freePorts } from '../../localnet/ports.ts'
import { startWorkers, type Workers, type WorkersOptions } from '../../localnet/startWorkers.ts'
import { BINDINGS, EVERY_MINUTE, type WorkerName, workersFor } from '../../platform/workers.ts'
import { stateFor } from './build.ts'
import type { Runtime } from './Runtime.ts'

/** Workers in a runtime that nobody else has. */
export interface RuntimeInWorkerd extends Runtime {
  readonly miniflare: Workers['runtime']
}

/** Workers of some families, with core and the gateway, in a workerd of their own, which a test may kill. */
export async function startInWorkerd(
  families: readonly string[],
  variablesAt: (host: string) => Readonly<Record<string, string>>,
  options: Pick<WorkersOptions, 'modules' | 'inspectorPort'> = {},
): Promise<RuntimeInWorkerd> {
  const stateDir = await stateFor('runtime')
  // The address by which the Workers refer to themselves must be known before they start.
  const [port = 0] = await freePorts(1)
  const host = `http://127.0.0.1:${port}`
  const variables = variablesAt(host)
  const { runtime, steward, sockets, stop } = await startWorkers({
    ...options,
    stateDir,
    variables,
    families,
    port,
  })
  // One that fails has said so itself, as it must where nobody waits for it.
  const runSchedule = (name: WorkerName, cron: string) => steward.runSchedule(name, cron).catch(() => undefined)
  return {
    host,
    sockets,
    d1: steward.database,
    miniflare: runtime,
    objects: async (binding) => steward.objects(binding),
    runSchedule,
    // Not those of other minutes, whose work depends on when the test runs.
    async runSchedules() {
      const scheduled = workersFor(families).filter((name) => BINDINGS[name].crons.includes(EVERY_MINUTE))
      await Promise.all(scheduled.map((name) => runSchedule(name, EVERY_MINUTE)))
    },
    bucket: {
      get: inProcessOnly,
      put: inProcessOnly,
      delete: inProcessOnly,
      fail: inProcessOnly,
      calls: inProcessOnly,
    },
    changeTime: inProcessOnly,
    configure: inProcessOnly,
    storageCalls: inProcessOnly,
    upstreamRequests: inProcessOnly,
    failStores: inProcessOnly,
    async stop() {
      await stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}

function inProcessOnly(): never {
  throw new Error('only Workers in the process of the test can do this')
}
