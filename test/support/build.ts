import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate, migrationsDir } from '../../localnet/migrate.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { buildWorkers } from '../../platform/build.ts'
import { buildClient } from '../../platform/client/buildClient.ts'
import { buildInProcess } from './inProcess/loadWorkers.ts'
import { D1, scriptName } from '../../platform/workers.ts'

const cache = path.resolve(import.meta.dirname, '../../.cache')

/** Names the directory of what the tests of a run keep. */
const RUN_DIR = 'TEST_RUN_DIR'

/** Before any test: contracts compiled, Workers bundled and the database migrated, or all of it found in the caches. */
export default async function setup(): Promise<() => Promise<void>> {
  // Processes that tests start compile what they run once in all.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(cache, 'compiled')
  const onProgress = (line: string) => console.log(line)
  await Promise.all([loadArtifacts({ onProgress }), buildAll()])
  const runDir = (process.env[RUN_DIR] = await mkdtemp(path.join(tmpdir(), 'tests-')))
  return () => rm(runDir, { recursive: true, force: true })
}

/** One after the other: the first to be done ends the bundler. */
async function buildAll(): Promise<void> {
  await buildInProcess()
  await buildWorkers()
  await buildClient()
  await migratedState()
}

/** A new directory with the state of Workers that have done nothing yet, all migrations applied. */
export async function stateFor(name: string): Promise<string> {
  const stateDir = await mkdtemp(path.join(process.env[RUN_DIR] ?? tmpdir(), `${name}-`))
  await cp(await migratedState(), stateDir, { recursive: true })
  return stateDir
}

/** That state, kept under the hash of the migrations and of the packages, whose runtime wrote it. */
async function migratedState(): Promise<string> {
  const hash = createHash('sha256').update(await readFile('package-lock.json'))
  for (const file of (await readdir(migrationsDir)).toSorted())
    if (file.endsWith('.sql')) hash.update(file).update(await readFile(path.join(migrationsDir, file)))
  const directory = path.join(cache, `state-${hash.digest('hex').slice(0, 32)}`)
  if (existsSync(directory)) return directory
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(path.join(cache, 'draft-'))
  // The runtime's own modules take longer to load than all else here, and the state is nearly always there.
  const { startWorkers } = await import('../../localnet/startWorkers.ts')
  const workers = await startWorkers({ stateDir: draft, variables: {}, families: [] })
  await migrate(await workers.runtime.getD1Database(D1.binding, scriptName('core')))
  await workers.stop()
  // Whole or not at all; where another process was first, its state is as good.
  await rename(draft, directory).catch(() => rm(draft, { recursive: true, force: true }))
  return directory
}
