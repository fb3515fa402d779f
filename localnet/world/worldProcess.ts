import { buildWorld } from './buildWorld.ts'
import { loadArtifacts } from './loadArtifacts.ts'

/**
 * A process that builds the local world on the node that its parent names, reports its progress, sends the result and
 * ends.
 */
process.once('message', async (rpcUrl: unknown) => {
  const artifacts = await loadArtifacts({ onProgress: (line) => void process.send?.({ line }) })
  process.send?.({ world: await buildWorld({ rpcUrl: String(rpcUrl), artifacts }) }, () => process.disconnect())
})
// The parent is gone, so nobody needs the world.
process.once('disconnect', () => process.exit())
