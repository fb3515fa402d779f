import { rmSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readEnv } from '../shared/env/readEnv.ts'
import { requireNode } from './askNode.ts'
import { LocalnetEnv } from './env.ts'
import { greeting } from './greeting.ts'
import { localOrigins, type ServedChain } from './localVariables.ts'
import { findDocuments } from './findDocuments.ts'
import { buildInProcess } from './inProcess.ts'
import { FOLDER_MARK, lockFolder, removeLeftOvers } from './folder.ts'
import { type ChainFile, readChainFile, readOptions, USAGE } from './options.ts'
import { chainOf, ownChain } from './ownChain.ts'
import { isFree } from './ports.ts'
import type { World } from './world/buildWorld.ts'
import type * as Serve from './serve.ts'
import { keepChain, lastWorld } from './world/keptChain.ts'

const root = path.resolve(import.meta.dirname, '..')
const env = readOwnEnv()
/** State and manifest; another directory lets a second localnet run next to the first. */
const directory = path.resolve(root, env.LOCALNET_DIR)
const manifestFile = path.join(directory, 'manifest.json')
const chainFolder = path.join(directory, 'chain')

const NPM_LOOK_MS = 500

/** Variables of stand-ins that have published keys. */
const NOT_ELSEWHERE = {
  X402_FACILITATOR_URL: '',
  PAYMASTER_UPSTREAM_URL: '',
  PAYMASTER_IN_CALLS: '',
  LOCAL_WALLET_RPC: '',
}

const started = performance.now()
const say = (line: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${line}`)
const cleanups: (() => Promise<unknown>)[] = []

/**
 * `npm start`: a local world. `npm start -- --rpc <url> --config <file|base>`: another chain. `--help` describes the
 * rest. Ends with Ctrl-C.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  // Input is checked before anything is acquired: a folder, ports, the time of a compilation.
  const other = options.other && { rpcUrl: options.other.rpc, ...(await readChainFile(options.other.config)) }
  if (other) await requireNode(other.rpcUrl, other.config.chainId)
  const origins = localOrigins(env.TRUSTED_ORIGINS)
  const { PORT: port, LOCALNET_RPC_PORT: rpcPort } = env
  const host = `http://127.0.0.1:${port}`
  await lockFolder(directory, host)
  console.log(`${host}/  ${other ? `the chain of ${options.other?.config}` : 'the local world'}, starting`)
  await clean()
  await requireFree('PORT', port)
  if (!other) await requireFree('LOCALNET_RPC_PORT', rpcPort)
  const { promise: isStarting, resolve: startLoading } = Promise.withResolvers<void>()
  const loading = isStarting.then(load)
  loading.catch(() => {})
  const built = (options.built ? Promise.resolve() : buildInProcess()).then(() => say('Workers: bundled'))
  built.catch(() => {})
  const setup = { port, origins, built, loading }
  const expected = other || options.keep ? undefined : await lastWorld(chainFolder)
  const owning = other
    ? Promise.resolve(otherChain(other))
    : ownChain({ port: rpcPort, folder: chainFolder, keep: options.keep, say, cleanups, onBuilding: startLoading })
  owning.catch(() => {})
  if (other) startLoading()
  // A new world nearly always has the addresses of the last one, so that all can start while it is being built.
  const early = expected && serve(chainOf(rpcPort, expected), setup, owning)
  early?.catch(() => {})
  const served: Served = await owning
  const { chain, world } = served
  const isAsExpected = expected && JSON.stringify(expected.contracts) === JSON.stringify(world?.contracts)
  if (early && !isAsExpected) await (await early).stop()
  const { net, services } = await (early && isAsExpected ? early : serve(served, setup))
  const { seedTokenList, publishAgent } = await loading
  const described = {
    api: net.api,
    host: net.host,
    rpc: chain.rpcUrl,
    chainId: chain.chainId,
    contracts: chain.contracts,
    accounts: world?.accounts ?? [],
    secrets: net.secrets,
    services: services.urls,
  }
  const manifest = { ...described, sockets: net.sockets, limits: net.limits }
  await waitUntilAnswering(Object.values(net.sockets))
  if (world) {
    await seedTokenList(net, [world.contracts.shareToken, world.contracts.shareToken2])
    await publishAgent({ ...net, ...chain, ...world.contracts })
  }
  await mkdir(directory, { recursive: true })
  // Written completely or not at all: other processes wait for it.
  await writeFile(`${manifestFile}.draft`, `${JSON.stringify(manifest, null, 2)}\n`)
  await rename(`${manifestFile}.draft`, manifestFile)
  services.wallet.serveWorld(described)
  say('ready: every Worker answers')
  console.log(greeting(manifest, manifestFile))
  if (world) cleanups.push(await keepChain(chainFolder, chain.rpcUrl, world))
  collect()
}

/** Frees what starting has left in memory: a heap with room would keep it for hours. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  if (typeof gc === 'function') gc()
}

interface Setup {
  readonly port: number
  readonly origins: string
  readonly built: Promise<void>
  readonly loading: ReturnType<typeof load>
}

/** Starts the stand-ins and the Workers over a chain; jobs begin when it is `there`. */
async function serve(
  { chain, world, secrets = {}, isContinued = false }: Served,
  { port, origins, built, loading }: Setup,
  there?: Promise<unknown>,
) {
  const { startLocalnet, startServices, localProfiles, localRooms } = await loading
  await built
  const host = `http://127.0.0.1:${port}`
  const services = await startServices({ host, wallet: world?.contracts.wallet, world, chain, print: say })
  cleanups.push(() => services.stop())
  // Services last: the Workers reach the ones started here, not those of another world's manifest.
  const variables = {
    TRUSTED_ORIGINS: origins,
    LOG_LEVEL: env.LOG_LEVEL,
    ...secrets,
    ...services.variables,
    // The payee and the sponsor have published keys, which no other chain may use.
    ...(world ? {} : NOT_ELSEWHERE),
  }
  const net = await startLocalnet({
    chain,
    port,
    documents: await findDocuments(chain, path.join(directory, 'documents')),
    stateDir: path.join(directory, 'state'),
    profiles: world ? localProfiles(world.contracts.wallet) : [],
    rooms: world ? localRooms(world.chainId, world.contracts) : [],
    variables,
    isContinued,
    isSmall: true,
    there,
  })
  cleanups.push(() => net.stop())
  takeSignals()
  // However this process ends, except by kill -9, the manifest is removed.
  process.once('exit', () => rmSync(manifestFile, { force: true }))
  return { net, services, stop: () => Promise.all([net.stop(), services.stop()]) }
}

/** Marks the processes to come as those of this start, and removes what one that was killed has left in the folder. */
async function clean(): Promise<void> {
  const folder = await realpath(directory)
  const builds = path.join(root, '.build')
  const bundles = (await readdir(builds).catch(() => [])).map((name) => path.join(builds, name))
  await removeLeftOvers({ directory: folder, bundles }, say)
  process.env[FOLDER_MARK] = folder
}

/** Invalid variables end the start with a line each. */
function readOwnEnv() {
  try {
    return readEnv(LocalnetEnv, process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}

/** Loading takes seconds of this thread, so it runs while another process builds the world. */
async function load(): Promise<typeof Serve> {
  const serve = await import('./serve.ts')
  takeSignals()
  return serve
}

interface Served {
  readonly chain: ServedChain
  readonly world: World | undefined
  readonly secrets?: Readonly<Record<string, string>>
  readonly isContinued?: boolean
}

/** An existing chain. */
const otherChain = ({ rpcUrl, config, secrets }: ChainFile & { readonly rpcUrl: string }): Served => ({
  chain: { rpcUrl, ...config },
  world: undefined,
  secrets,
  isContinued: true,
})

/**
 * The processes of a start that was killed end by themselves within a moment, so a taken port is tried again for a
 * while.
 */
async function requireFree(variable: string, port: number): Promise<void> {
  for (let look = 0; !(await isFree(port)); look++) {
    if (look === 20)
      throw new Error(`port ${port} is taken; stop the program on that port, or set ${variable} to another port`)
    await sleep(100)
  }
}

async function waitUntilAnswering(sockets: readonly string[]): Promise<void> {
  await Promise.all(sockets.map(async (url) => (await fetch(url)).arrayBuffer()))
}

/**
 * Shuts down in order on a signal, without the listeners of libraries: the runtime's would exit before the ports are
 * free.
 */
function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => void end(0))
  }
}

/** Ends when npm is gone, which npm cannot announce if it is killed: nobody could press Ctrl-C any more. */
function followNpm(): void {
  const npm = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start')
    setInterval(() => process.ppid === npm || void end(1), NPM_LOOK_MS).unref()
}

let ending: Promise<void> | undefined
const end = (code: number) =>
  (ending ??= (async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup().catch((error: unknown) => console.error(error))
    process.exit(code)
  })())
takeSignals()
followNpm()
await main().catch((error: unknown) => {
  // Failures caused by the shutdown itself are not reported.
  if (!ending) console.error(error instanceof Error ? error.message : error)
  return end(1)
})
