import { buildWorld } from './buildWorld.ts'
import { loadArtifacts } from './loadArtifacts.ts'

/** A process that builds the local world on the node that its parent names, tells what it does, answers and ends. */
process.once('message', async (rpcUrl: unknown) => {
  const artifacts = await loadArtifacts({ onProgress: (line) => void process.send?.({ line }) })
  process.send?.({ world: await buildWorld({ rpcUrl: String(rpcUrl), artifacts }) }, () => process.disconnect())
})
// Nobody is left to build it for.
process.once('disconnect', () => process.exit())
