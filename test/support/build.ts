import { existsSync } from 'node:fs'
import { buildWorkers } from '../../scripts/build.ts'
import { WORKER_NAMES } from '../../scripts/workers.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'

/** Before any test: contracts compiled (or found in the cache) and Workers bundled, once. */
export default async function setup(): Promise<void> {
  await loadArtifacts({ onProgress: (line) => console.log(line) })
  await buildWorkers(WORKER_NAMES.filter((name) => existsSync(`functions/${name}/index.ts`)))
}
