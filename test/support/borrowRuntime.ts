import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { startWorkers, variablesOf, type Workers } from '../../localnet/startWorkers.ts'
import { BINDINGS, EVERY_MINUTE, OBJECTS, workersFor, type WorkerName } from '../../platform/workers.ts'
import { stateFor } from './build.ts'
import { changeTime, lend, lentBucket, lentD1, lentModules, lentObjects, runSchedule } from './lentModules.ts'
import { notInProcess } from './inProcess/storageCalls.ts'
import type { Runtime } from './Runtime.ts'

interface Stage {
  readonly workers: Workers
  readonly families: readonly string[]
  readonly d1: D1Database
}

/** Runtimes that nobody uses; test files of one process run one after the other, and each leaves its runtime to the next. */
const idle: Stage[] = []

/**
 * Running Workers of some families, with core and the gateway: nobody else's until they are given back.
 *
 * Nothing of one loan is seen in the next. A loan gives each Worker an environment object of its own (`lentModules`), and
 * all that an isolate remembers - answers, code, nodes and their faults, leases - is made from its environment and goes
 * with it. Durable Objects have other names in each loan, their alarms end with it, and the tables of D1 are emptied. What a
 * loan left under way ends in the environment that it began in, whose node is gone.
 */
export async function borrowRuntime(
  families: readonly string[],
  variablesAt: (host: string) => Readonly<Record<string, string>>,
): Promise<Runtime> {
  const stage = await take(families)
  const { workers, families: running, d1 } = stage
  const names = workersFor(families)
  const id = randomUUID()
  const without = running.filter((family) => !families.includes(family)).map((family) => family.toUpperCase())
  const socketOf = (name: WorkerName) => workers.sockets[name] ?? ''
  const configure = async (variables: Readonly<Record<string, string>>) => {
    await Promise.all(
      names.map((name) => lend(socketOf(name), { id, variables: variablesOf(name, variables), without })),
    )
  }
  const host = new URL(socketOf('gateway')).origin
  await configure(variablesAt(host))
  await empty(d1)
  return {
    host,
    sockets: Object.fromEntries(Object.entries(workers.sockets).filter(([name]) => names.some((own) => own === name))),
    d1,
    bucket: lentBucket(socketOf(names.find((name) => BINDINGS[name].buckets.length > 0) ?? 'core')),
    objects: async (binding) => lentObjects(socketOf(OBJECTS[binding].home), binding),
    changeTime: (name, time) => changeTime(socketOf(name), time),
    runSchedule: (name, cron) => runSchedule(socketOf(name), cron),
    async runSchedules() {
      const scheduled = names.filter((name) => BINDINGS[name].crons.includes(EVERY_MINUTE))
      await Promise.all(scheduled.map((name) => runSchedule(socketOf(name), EVERY_MINUTE)))
    },
    ...notInProcess,
    configure,
    stop: async () => void idle.push(stage),
  }
}

/** The runtime of before if it has these families, else one of these alone: each Worker costs its start. */
async function take(families: readonly string[]): Promise<Stage> {
  const stage = idle.pop()
  if (stage && families.every((family) => stage.families.includes(family))) return stage
  await stage?.workers.stop()
  return start(families)
}

async function start(families: readonly string[]): Promise<Stage> {
  const stateDir = await stateFor('runtime')
  const workers = await startWorkers({ stateDir, variables: {}, families, modules: lentModules })
  const stop = async () => {
    await workers.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
  const d1 = lentD1(workers.sockets['core'] ?? '')
  return { workers: { ...workers, stop }, families, d1 }
}

async function empty(d1: D1Database): Promise<void> {
  const { results } = await d1
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
    )
    .all<{ name: string }>()
  const tables = results.filter(({ name }) => name !== 'd1_migrations')
  await d1.batch([
    d1.prepare('PRAGMA defer_foreign_keys = on'),
    ...tables.map(({ name }) => d1.prepare(`DELETE FROM "${name}"`)),
  ])
}
