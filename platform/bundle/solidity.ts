import path from 'node:path'
import type { Plugin } from 'esbuild'

/** A Solidity file imports as the creation code of its one contract. */
export const solidity: Plugin = {
  name: 'solidity',
  setup(build) {
    build.onLoad({ filter: /\.sol$/ }, async ({ path: file }) => {
      const { compileSolidity } = await import('../compile.ts')
      const artifacts = await compileSolidity({
        sources: [file],
        settings: { optimizer: { enabled: true, runs: 1_000_000 } },
      })
      const artifact = artifacts[path.basename(file, '.sol')]
      if (!artifact) throw new Error(`${file}: has no contract of the same name`)
      return { contents: `export default ${JSON.stringify(artifact.bytecode)}` }
    })
  },
}
