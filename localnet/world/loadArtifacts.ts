import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Artifacts, compileSolidity, toArtifact } from '../../scripts/compile.ts'

const contracts = path.resolve(import.meta.dirname, '../contracts')

/**
 * Everything that the local world deploys: our contracts, compiled (or from the cache), and Uniswap's v3 factory and
 * pool as their package ships them.
 *
 * @throws Error with the compiler's messages.
 */
export async function loadArtifacts(options: { onProgress?: (line: string) => void } = {}): Promise<Artifacts> {
  const sources = globSync('**/*.sol', { cwd: contracts }).map((file) => path.join(contracts, file))
  const [ours, factory, pool] = await Promise.all([
    compileSolidity({ sources, ...options }),
    uniswapArtifact('UniswapV3Factory'),
    uniswapArtifact('UniswapV3Pool'),
  ])
  return { ...ours, UniswapV3Factory: factory, UniswapV3Pool: pool }
}

async function uniswapArtifact(name: string) {
  const require = createRequire(import.meta.url)
  const file = require.resolve(`@uniswap/v3-core/artifacts/contracts/${name}.sol/${name}.json`)
  return toArtifact(name, JSON.parse(await readFile(file, 'utf8')))
}
