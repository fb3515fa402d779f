import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { migrate } from '../../localnet/migrate.ts'
import { startWorkers } from '../../localnet/startWorkers.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { buildWorkers } from '../../scripts/build.ts'
import { D1, scriptName, WORKER_NAMES } from '../../scripts/workers.ts'

/** State of Workers that have done nothing yet, with all migrations applied; each localnet begins with a copy. */
export const MIGRATED = path.resolve('.build/migrated')

/** Before any test: contracts compiled (or found in the cache), Workers bundled and the database migrated, once. */
export default async function setup(): Promise<void> {
  await loadArtifacts({ onProgress: (line) => console.log(line) })
  await buildWorkers(WORKER_NAMES.filter((name) => existsSync(`functions/${name}/index.ts`)))
  await rm(MIGRATED, { recursive: true, force: true })
  const workers = await startWorkers({ stateDir: MIGRATED, variables: {}, families: [] })
  await migrate(await workers.runtime.getD1Database(D1.binding, scriptName('core')))
  await workers.stop()
}
