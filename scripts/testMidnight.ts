import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const DAY_MS = 86_400_000
/** Seconds from the start to midnight: late enough that tests run, early enough that most are still to come. */
const AHEAD_S = Number(process.env['MIDNIGHT_IN'] ?? 60)

/**
 * Runs the tests with the time of day moved to just before a UTC midnight, so that the day ends while they run: for all
 * processes that they start, the chain's node, the Workers' runtime and Redis too. Arguments go to vitest; `MIDNIGHT_IN` sets
 * the seconds until midnight. Needs Linux and a C compiler.
 */
function run(args: readonly string[]): number {
  const directory = mkdtempSync(path.join(tmpdir(), 'midnight-'))
  try {
    const library = path.join(directory, 'movedClock.so')
    const source = path.resolve(import.meta.dirname, '../test/midnight/movedClock.c')
    const compiled = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'inherit' })
    if (process.platform !== 'linux' || compiled.status !== 0)
      throw new Error('this command needs Linux and a C compiler named cc, to move the clock')
    const now = Date.now()
    const moved = (Math.floor(now / DAY_MS) + 1) * DAY_MS - AHEAD_S * 1000 - now
    console.log(`midnight in ${AHEAD_S} s`)
    const env = { ...process.env, LD_PRELOAD: library, MOVED_CLOCK_MS: String(moved) }
    return spawnSync('npx', ['vitest', 'run', ...args], { stdio: 'inherit', env }).status ?? 1
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

process.exitCode = run(process.argv.slice(2))
