import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '../../localnet/migrate.ts'
import { startWorkers } from '../../localnet/startWorkers.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { buildWorkers } from '../../scripts/build.ts'
import { D1, scriptName, WORKER_NAMES } from '../../scripts/workers.ts'

/**
 * Names a directory with the state of Workers that have done nothing yet, all migrations applied; each localnet begins with
 * a copy. Where it is not set, as in a bench, each applies the migrations itself.
 */
export const MIGRATED_STATE = 'MIGRATED_STATE'

/** Before any test: contracts compiled (or found in the cache), Workers bundled and the database migrated, once. */
export default async function setup(): Promise<() => Promise<void>> {
  await loadArtifacts({ onProgress: (line) => console.log(line) })
  await buildWorkers(WORKER_NAMES.filter((name) => existsSync(`functions/${name}/index.ts`)))
  const stateDir = await mkdtemp(path.join(tmpdir(), 'migrated-'))
  const workers = await startWorkers({ stateDir, variables: {}, families: [] })
  await migrate(await workers.runtime.getD1Database(D1.binding, scriptName('core')))
  await workers.stop()
  process.env[MIGRATED_STATE] = stateDir
  return () => rm(stateDir, { recursive: true, force: true })
}
