import { spawn } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuSeconds, cpuSecondsOf } from '../support/cpu.ts'
import { commit, root, runTests } from './runTests.ts'

const TABLE = path.join(root, '.cache/repeats.md')
const COLUMNS = ['at', 'commit', 'tier', 'load', 'seed', 'wall s', 'CPU s', 'passed', 'failed', 'names']
const TIERS: Readonly<Record<string, string>> = { fast: 'test', whole: 'test:whole' }

/** Keeps a core busy until it or its parent is ended. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);'

/**
 * `npm run test:repeat -- <times>` runs a tier again and again, each time with a new seed, and adds a line to a table for each run.
 * With `--load` a process a core computes beside it; with `--nice` these processes come first.
 */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tier: { type: 'string', default: 'fast' },
      load: { type: 'boolean', default: false },
      nice: { type: 'boolean', default: false },
    },
  })
  const { tier, load, nice } = values
  const [times = 0, script] = [Number(positionals[0]), TIERS[tier]]
  if (!(times > 0) || script === undefined) {
    console.log('usage: npm run test:repeat -- <times> [--tier fast|whole] [--load] [--nice]')
    return 2
  }
  if (!existsSync(TABLE))
    addRow(
      COLUMNS,
      COLUMNS.map(() => '---'),
    )
  const busy = Array.from({ length: load ? availableParallelism() : 0 }, () => spawn(process.execPath, ['-e', BUSY]))
  const used = () => cpuSeconds() - busy.reduce((sum, { pid = 0 }) => sum + cpuSecondsOf(pid), 0)
  let code = 0
  for (let i = 0; i < times; i++) {
    const [begun, before, average] = [performance.now(), used(), loadavg()[0] ?? 0]
    const { code: ended, report } = await runTests({
      command: nice ? ['nice', '-n', '19', 'npm', 'run', script] : ['npm', 'run', script],
      variables: { SEED: undefined },
      file: path.join(root, '.cache/repeat.json'),
    })
    if (ended !== 0) code = 1
    const failed = report ? [...report.failed] : ['ended before its tests']
    // The tests did not notice it: an error outside of them, for example.
    if (ended !== 0 && failed.length === 0) failed.push(`exit code ${ended}`)
    addRow([
      new Date().toISOString(),
      commit(),
      tier,
      `${average.toFixed(1)}${load ? ', busy' : ''}${nice ? ', nice' : ''}`,
      report?.seed ?? '',
      ((performance.now() - begun) / 1000).toFixed(0),
      (used() - before).toFixed(0),
      String(report?.passed ?? 0),
      String(failed.length),
      failed.join('; ').replaceAll(/[|\s]+/g, ' '),
    ])
  }
  for (const child of busy) child.kill()
  return code
}

const addRow = (...rows: readonly (readonly string[])[]): void =>
  appendFileSync(TABLE, rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''))

process.exitCode = await run()
