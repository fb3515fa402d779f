import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANES, MOST_MINUTES } from './lanes.ts'
import { commit, root, runTests } from './runTests.ts'

/** `npm run soak -- <lane>` runs the long forms of a lane's tests; without a lane it prints all of them. */
async function run(name: string | undefined): Promise<number> {
  const lane = LANES[name ?? '']
  if (name === undefined || !lane) {
    console.log('usage: npm run soak -- <lane>')
    for (const [each, { minutes, proves }] of Object.entries(LANES))
      console.log(`  ${each.padEnd(10)} ${String(minutes).padStart(2)} min  ${proves}`)
    return name === undefined ? 0 : 2
  }
  const file = path.join(root, '.cache/soak', `${name}.json`)
  const { code, report } = await runTests({
    command: [process.execPath, path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...lane.files],
    variables: { SOAK: '1', TIER: undefined },
    file,
    mostMs: MOST_MINUTES * 60_000,
  })
  if (!report) {
    console.log(`${name}: ended without a report, after ${MOST_MINUTES} minutes at most`)
    return 1
  }
  const about = {
    lane: name,
    proves: lane.proves,
    minutes: lane.minutes,
    commit: commit(),
    at: new Date().toISOString(),
  }
  writeFileSync(file, `${JSON.stringify({ ...about, ...report }, null, 2)}\n`)
  console.log(`${name}: ${Math.ceil(report.wallSeconds / 60)} of ${lane.minutes} minutes; ${path.relative(root, file)}`)
  return code
}

process.exitCode = await run(process.argv[2])
