import { existsSync, rmSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWorkers } from '../scripts/build.ts'
import { parseChainConfig } from '../shared/chain/config.ts'
import { base } from '../shared/chain/networks/base.ts'
import { requireNode } from './askNode.ts'
import { isFree } from './ports.ts'
import { startLocalnet, type ServedChain } from './startLocalnet.ts'
import { localProfiles } from './seedAccounts.ts'
import { startServices } from './startServices.ts'
import { buildWorld, type World } from './world/buildWorld.ts'
import { loadArtifacts } from './world/loadArtifacts.ts'
import { startAnvil } from './world/startAnvil.ts'

const root = path.resolve(import.meta.dirname, '..')
/** State and manifest; another directory lets a second localnet run beside the first. */
const directory = path.resolve(process.env['LOCALNET_DIR'] ?? path.join(root, '.localnet'))
const manifestFile = path.join(directory, 'manifest.json')

const started = performance.now()
const say = (line: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`)
const cleanups: (() => Promise<unknown>)[] = []

/**
 * `npm start`: a world of its own. `npm start -- --rpc <url> --config <file|base>`: another chain.
 * `--built` takes the bundles that are there. Ends with Ctrl-C.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rpc: { type: 'string' }, config: { type: 'string' }, built: { type: 'boolean', default: false } },
  })
  if ((values.rpc === undefined) !== (values.config === undefined))
    throw new Error('--rpc and --config go together: npm start -- --rpc <url> --config <file|base>')
  const port = await portOf('PORT', 8787)
  const [served, artifacts] =
    values.rpc !== undefined && values.config !== undefined
      ? [await otherChain(values.rpc, values.config), undefined]
      : [undefined, await loadArtifacts({ onProgress: say })]
  const building = values.built ? Promise.resolve() : buildWorkers()
  building.catch(() => {})
  const { chain, world, secrets } = served ?? (await ownChain(artifacts ?? {}))
  await building
  say('Workers bundled')
  if (!world) await requireNode(chain.rpcUrl, chain.chainId)
  const services = await startServices()
  cleanups.push(() => services.stop())
  const profiles = world ? localProfiles(world.contracts.wallet) : []
  const variables = { ...services.variables, ...secrets }
  const net = await startLocalnet({ chain, port, stateDir: path.join(directory, 'state'), profiles, variables })
  cleanups.push(() => net.stop())
  takeSignals()
  // However this process ends, short of kill -9, the manifest goes with it.
  process.once('exit', () => rmSync(manifestFile, { force: true }))
  const manifest = {
    api: net.api,
    host: net.host,
    rpc: chain.rpcUrl,
    chainId: chain.chainId,
    contracts: chain.contracts,
    accounts: world?.accounts ?? [],
    sockets: net.sockets,
    limits: net.limits,
    secrets: net.secrets,
    services: services.urls,
  }
  await waitUntilAnswering(Object.values(net.sockets))
  await mkdir(directory, { recursive: true })
  // Whole or not at all: others wait for it.
  await writeFile(`${manifestFile}.draft`, `${JSON.stringify(manifest, null, 2)}\n`)
  await rename(`${manifestFile}.draft`, manifestFile)
  say('everything answers')
  console.log(greeting(manifest))
}

async function ownChain(
  artifacts: Awaited<ReturnType<typeof loadArtifacts>>,
): Promise<{ chain: ServedChain; world: World | undefined; secrets: Record<string, string> }> {
  const anvil = await startAnvil({ port: await portOf('LOCALNET_RPC_PORT', 8545) })
  cleanups.push(() => anvil.stop())
  say(`anvil at ${anvil.url}`)
  const world = await buildWorld({ rpcUrl: anvil.url, artifacts })
  say('contracts deployed, with sixty days of history')
  return {
    chain: { rpcUrl: anvil.url, chainId: world.chainId, contracts: world.contracts, blockTimeMs: 200 },
    world,
    secrets: {},
  }
}

/** A chain that is there already; a manifest of a running localnet is a valid configuration file. */
async function otherChain(
  rpcUrl: string,
  config: string,
): Promise<{ chain: ServedChain; world: World | undefined; secrets: Record<string, string> }> {
  const raw: unknown = config === 'base' && !existsSync(config) ? base : JSON.parse(await readFile(config, 'utf8'))
  const { chainId, contracts, blockTimeMs, demoVaults } = parseChainConfig(raw)
  const given: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'secrets') : undefined
  const secrets =
    typeof given === 'object' && given !== null
      ? Object.fromEntries(Object.entries(given).filter((e): e is [string, string] => typeof e[1] === 'string'))
      : {}
  return { chain: { rpcUrl, chainId, contracts, blockTimeMs, demoVaults }, world: undefined, secrets }
}

async function portOf(variable: string, fallback: number): Promise<number> {
  const port = Number(process.env[variable] ?? fallback)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${variable} must be a port number`)
  if (!(await isFree(port)))
    throw new Error(`port ${port} is taken; end what listens there, or set ${variable} to another`)
  return port
}

async function waitUntilAnswering(sockets: readonly string[]): Promise<void> {
  await Promise.all(sockets.map(async (url) => (await fetch(url)).arrayBuffer()))
}

function greeting({
  api,
  host,
  rpc,
  chainId,
  contracts,
}: {
  api: string
  host: string
  rpc: string
  chainId: number
  contracts: Readonly<Record<string, string>>
}): string {
  return `
  API       ${api}
  document  ${host}/openapi.json
  chain     ${rpc} (chain id ${chainId})
  manifest  ${path.relative(process.cwd(), manifestFile)}: contracts, accounts and their published keys, sockets

  Try:
    curl ${api}/v1/vault/${contracts['vault']}/report
    curl ${api}/v1/token/${contracts['shareToken']}/metadata
    curl ${api}/v1/explore/vaults

  Ctrl-C ends it all.
`
}

/** Ends in order at a signal, with the listeners of libraries off: the runtime's would leave before the ports are free. */
function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => void end(0))
  }
}

let ending: Promise<void> | undefined
const end = (code: number) =>
  (ending ??= (async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup().catch((error: unknown) => console.error(error))
    process.exit(code)
  })())
takeSignals()
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return end(1)
})
