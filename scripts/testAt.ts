import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const USAGE = 'usage: npm run test:at -- <UTC time, such as 2028-02-29T23:59:00Z> [arguments of vitest]'
const COMPILER = 'a C compiler named cc, to move the clock; on Debian: apt-get install gcc libc6-dev'

/** Compiles the library that moves the clock of each process that preloads it. */
function compile(library: string): void {
  if (process.platform !== 'linux') throw new Error('test:at moves the clock by LD_PRELOAD, which needs Linux')
  const source = path.join(import.meta.dirname, 'movedClock.c')
  const { error, status } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'], {
    stdio: 'inherit',
  })
  if (error) throw new Error(`test:at needs ${COMPILER}`, { cause: error })
  if (status !== 0) throw new Error('test:at: cc did not compile movedClock.c')
}

/**
 * Runs the tests as if they had been started at a time: for all processes that they start, the chain's node, the Workers'
 * runtime and Redis too. The clock goes on from there. Without files it runs those of `npm test`.
 */
function run([time = '', ...args]: readonly string[]): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(time) ? Date.parse(time) : NaN
  if (Number.isNaN(at)) throw new Error(USAGE)
  const directory = mkdtempSync(path.join(tmpdir(), 'moved-clock-'))
  try {
    const library = path.join(directory, 'movedClock.so')
    compile(library)
    const tier = args.some((one) => !one.startsWith('-')) ? {} : { TIER: 'fast' }
    const env = { ...process.env, ...tier, LD_PRELOAD: library, MOVED_CLOCK_MS: String(at - Date.now()) }
    return spawnSync('npx', ['vitest', 'run', ...args], { stdio: 'inherit', env }).status ?? 1
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
