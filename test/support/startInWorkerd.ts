import { rm } from 'node:fs/promises'
import { freePorts } from '../../localnet/ports.ts'
import { startWorkers, type Workers, type WorkersOptions } from '../../localnet/startWorkers.ts'
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
  const { runtime, steward, sockets, runSchedules, stop } = await startWorkers({
    ...options,
    stateDir,
    variables,
    families,
    port,
  })
  return {
    host,
    sockets,
    d1: steward.database,
    miniflare: runtime,
    objects: async (binding) => steward.objects(binding),
    // One that fails has said so itself, as it must where nobody waits for it.
    runSchedule: (name, cron) => steward.runSchedule(name, cron).catch(() => undefined),
    runSchedules: () => runSchedules().catch(() => undefined),
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
