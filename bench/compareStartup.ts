import { existsSync } from 'node:fs'
import path from 'node:path'
import { bundleOf } from '../platform/bundle/modulesOf.ts'
import { WORKER_NAMES } from '../platform/workers.ts'
import { median } from './load.ts'
import { openReport } from './openReport.ts'
import { loadMs } from './startup.ts'

/** Prints how long this checkout's bundles take to load beside those of another one, in turns. Both must be built. */
const [other] = process.argv.slice(2)
if (other === undefined) throw new Error('usage: node bench/compareStartup.ts <the other checkout>')
const folder = path.join(other, '.build')
const TIMES = 9
const { table } = openReport()
table(
  ['Worker', 'loads in ms', 'in the other checkout', 'to that'],
  WORKER_NAMES.filter((worker) => existsSync(bundleOf(worker, folder))).map((worker) => {
    const runs = Array.from(
      { length: TIMES },
      () => [loadMs(bundleOf(worker)), loadMs(bundleOf(worker, folder))] as const,
    )
    const [own, others] = [median(runs.map(([ms]) => ms)), median(runs.map(([, ms]) => ms))]
    return [worker, own.toFixed(0), others.toFixed(0), (own / others).toFixed(2)]
  }),
)
