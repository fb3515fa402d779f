import { globSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Artifact, type Artifacts, compileSolidity, toArtifact } from '../../platform/compile.ts'

const contracts = path.resolve(import.meta.dirname, '../contracts')

const permit2 = path.resolve(import.meta.dirname, '../../node_modules/@uniswap/v4-periphery/lib/permit2')

/**
 * Everything that the local world deploys: its own contracts, compiled (or from the cache), and Uniswap's v3 factory,
 * pool, quoter and router, and Permit2, as their packages ship them. A process reads them once.
 *
 * @throws Error with the compiler's messages.
 */
export const loadArtifacts = (options: Progress = {}): Promise<Artifacts> => (loaded ??= load(options))

type Progress = { onProgress?: (line: string) => void }
let loaded: Promise<Artifacts> | undefined

async function load(options: Progress): Promise<Artifacts> {
  const [half, other] = inHalves(globSync('**/*.sol', { cwd: contracts }).map((file) => path.join(contracts, file)))
  const [compiled, others, factory, pool, quoter, router, permit2Code, ...entryPoints] = await Promise.all([
    compileSolidity({ sources: [...half, path.join(permit2, 'src/interfaces/IPermit2.sol')], ...options }),
    compileSolidity({ sources: other, ...options }),
    uniswapArtifact('v3-core', 'UniswapV3Factory'),
    uniswapArtifact('v3-core', 'UniswapV3Pool'),
    uniswapArtifact('swap-router-contracts', 'QuoterV2', 'lens/'),
    uniswapArtifact('swap-router-contracts', 'SwapRouter02'),
    readPermit2Code(),
    ...['0.6', '0.7', '0.8'].map((version) => accountArtifact('EntryPoint', version)),
    ...['0.6', '0.7'].map((version) => accountArtifact('VerifyingPaymaster', version)),
  ])
  const { IPermit2, ...ours } = compiled
  const Permit2 = toArtifact('Permit2', { ...IPermit2, deployedBytecode: permit2Code })
  const dex = { UniswapV3Factory: factory, UniswapV3Pool: pool, QuoterV2: quoter, SwapRouter02: router }
  const twice = Object.keys(others).find((name) => name in ours)
  if (twice !== undefined) throw new Error(`Two contracts are named ${twice}.`)
  return { ...ours, ...others, ...dex, Permit2, ...Object.fromEntries(entryPoints) }
}

/**
 * Sources in two parts of about the same size, which two processes compile side by side. Folders stay whole, since their
 * contracts share what they import.
 */
function inHalves(files: readonly string[]): [string[], string[]] {
  const folders = Map.groupBy(files.toSorted(), (file) => path.dirname(file))
  const sizeOf = (group: readonly string[]) => group.reduce((sum, file) => sum + statSync(file).size, 0)
  const halves: [string[], string[]] = [[], []]
  for (const folder of [...folders.values()].toSorted((one, next) => sizeOf(next) - sizeOf(one)))
    halves[sizeOf(halves[0]) <= sizeOf(halves[1]) ? 0 : 1].push(...folder)
  return halves
}

/** The code of Permit2 as it is on every chain, which its own tests contain: compiling it takes most of a minute. */
async function readPermit2Code(): Promise<string> {
  const script = await readFile(path.join(permit2, 'test/utils/DeployPermit2.sol'), 'utf8')
  return `0x${/hex"([0-9a-f]+)"/.exec(script)?.[1]}`
}

async function uniswapArtifact(source: string, name: string, folder = '') {
  const require = createRequire(import.meta.url)
  const file = require.resolve(`@uniswap/${source}/artifacts/contracts/${folder}${name}.sol/${name}.json`)
  return toArtifact(name, JSON.parse(await readFile(file, 'utf8')))
}

/** A contract of ERC-4337 as its package ships it, under a name with its version: `EntryPoint06`. */
async function accountArtifact(name: string, version: string): Promise<[string, Artifact]> {
  const file = path.resolve(
    import.meta.dirname,
    `../../node_modules/account-abstraction-${version}/artifacts/${name}.json`,
  )
  const named = `${name}${version.replace('.', '')}`
  return [named, toArtifact(named, JSON.parse(await readFile(file, 'utf8')))]
}
