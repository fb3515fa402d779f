import { followBlocks } from '../../localnet/followBlocks.ts'
import { limitsOf, localVariables, type ServedChain } from '../../localnet/localVariables.ts'
import type { WorkersOptions } from '../../localnet/startWorkers.ts'
import { makeSecrets } from '../../localnet/secrets.ts'
import { type LocalProfile, localProfiles, localRooms, seed } from '../../localnet/seed.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import type { Anvil } from '../../localnet/world/startAnvil.ts'
import type { Role } from '../../shared/chain/config.ts'
import type { RoomSettings } from '../../shared/store/roomRules.ts'
import { startInProcess } from './inProcess/startInProcess.ts'
import type { Runtime } from './Runtime.ts'
import { BINDINGS, type WorkerName } from '../../platform/workers.ts'
import { borrowWorld, type WorldNeeds } from './borrowWorld.ts'
import type { RuntimeInWorkerd } from './startInWorkerd.ts'

/** Workers over a chain, with what they were given. */
export interface TestNet extends Pick<Runtime, 'host' | 'sockets' | 'stop'> {
  /** Base URL of the API, ending in /api. */
  readonly api: string
  readonly secrets: Readonly<Record<string, string>>
  /** All that the Workers were given, including secrets. */
  readonly variables: Readonly<Record<string, string>>
  /** Budgets in force by class. */
  readonly limits: Readonly<Record<string, number>>
  readonly world: World
  readonly anvil: Anvil
  readonly rpcUrl: string
}

/** Workers over a chain, and what a test does with them. */
export interface Net
  extends
    Omit<TestNet, 'world' | 'anvil' | 'rpcUrl'>,
    Pick<Runtime, 'bucket' | 'objects' | 'changeTime' | 'storageCalls' | 'upstreamRequests' | 'failStores'> {
  /** The runtime of Workers in workerd. */
  readonly miniflare?: RuntimeInWorkerd['miniflare']
  database(): Promise<D1Database>
  /** Runs a schedule of a Worker once, to its end, good or bad: the only one, unless one is named. */
  runSchedule(name: WorkerName, cron?: string): Promise<void>
  /** The Workers have other variables while the work lasts. */
  withVariables(variables: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void>
}

/** The same over the local world. */
export interface BorrowedNet extends TestNet, Net {}

interface Options extends WorldNeeds {
  /** Families to run beside core and the gateway. */
  readonly families: readonly string[]
  /** Variables and secrets of the Workers, over the local defaults. */
  readonly variables?: Readonly<Record<string, string>>
  /** How long an answer of the newest block is kept. */
  readonly blockTimeMs?: number
  /** URL of the Workers' node, from anvil's own URL: of a proxy in front of it, say. */
  readonly nodeUrl?: (anvilUrl: string) => string | Promise<string>
  /** Accounts that are there from the start: those of the local world where there is a lottery, else none. */
  readonly profiles?: readonly LocalProfile[]
  /** Vaults that must not be a destination. */
  readonly demoVaults?: (world: World) => readonly `0x${string}`[]
  /** Roles that the chain's configuration does not have. */
  readonly withoutRoles?: readonly Role[]
  /** Whether the Workers run in a workerd of their own, where only it can show what is tested. */
  readonly inWorkerd?: boolean
  /** Whether the work of every minute is done at every block, where families need it; else it is run by the test alone. */
  readonly followsBlocks?: boolean
  /** The modules of Workers in workerd; their bundles when absent. */
  readonly modules?: WorkersOptions['modules']
  /** Port of the inspector of workerd, 0 for a free one. */
  readonly inspectorPort?: WorkersOptions['inspectorPort']
}

/**
 * A borrowed chain with the local world, and Workers over it that know nothing yet: in this process, or in workerd with
 * `inWorkerd`. Stop it after the tests.
 */
export async function startLocalnet({
  families,
  variables = {},
  blockTimeMs = 200,
  nodeUrl,
  demoVaults,
  withoutRoles = [],
  profiles: given,
  past,
  ...where
}: Options): Promise<BorrowedNet> {
  const { anvil, world, giveBack } = await borrowWorld({ past })
  try {
    const contracts = Object.entries(world.contracts).filter(([name]) => !withoutRoles.some((role) => role === name))
    const chain = {
      rpcUrl: (await nodeUrl?.(anvil.url)) ?? anvil.url,
      chainId: world.chainId,
      contracts: Object.fromEntries(contracts),
      blockTimeMs,
      demoVaults: demoVaults?.(world) ?? [],
    }
    const profiles = given ?? (families.includes('lottery') ? localProfiles(world.contracts.wallet) : [])
    const rooms = families.includes('agents') ? localRooms(world.chainId, world.contracts) : []
    const net = await serve({ ...where, chain, families, profiles, rooms, variables })
    const stop = async () => {
      await net.stop()
      await giveBack()
    }
    return { ...net, world, anvil, rpcUrl: anvil.url, stop }
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Families that read the logs which core's job collects at every block; nobody else sees what it does. */
const INDEXED = ['agents', 'auction', 'context', 'lottery', 'social', 'vault']

export interface Served extends Pick<Options, 'inWorkerd' | 'followsBlocks' | 'modules' | 'inspectorPort'> {
  readonly chain: ServedChain
  readonly families: readonly string[]
  readonly profiles: readonly LocalProfile[]
  readonly rooms?: readonly RoomSettings[]
  readonly variables: Readonly<Record<string, string>>
}

/** Workers over a chain that know nothing yet: in this process, or in workerd where only it can show what is tested. */
export async function serve({
  chain,
  families,
  profiles,
  rooms = [],
  variables,
  inWorkerd = false,
  followsBlocks = true,
  ...options
}: Served): Promise<Net> {
  const secrets = makeSecrets(variables)
  const variablesAt = (host: string) => localVariables(host, chain, { ...secrets, ...variables })
  // The runtime's modules take longer to load than most tests do.
  const start = inWorkerd ? (await import('./startInWorkerd.ts')).startInWorkerd : startInProcess
  const runtime = await start(families, variablesAt, options)
  const all = variablesAt(runtime.host)
  const now = Math.floor(Date.now() / 1000)
  const ledgers = () => runtime.objects('AMOE_LEDGER')
  await seed(runtime.d1, { ...chain, profiles, rooms, families, ledgers }, now)
  const stopFollowing =
    followsBlocks && INDEXED.some((family) => families.includes(family))
      ? followBlocks({ ...chain, job: runtime.runSchedules })
      : undefined
  return {
    ...runtime,
    api: `${runtime.host}/api`,
    database: async () => runtime.d1,
    runSchedule: (name, cron = onlyCron(name)) => runtime.runSchedule(name, cron),
    secrets,
    variables: all,
    limits: limitsOf(all),
    async withVariables(others, work) {
      await runtime.configure({ ...all, ...others })
      try {
        await work()
      } finally {
        await runtime.configure(all)
      }
    },
    async stop() {
      await stopFollowing?.()
      await runtime.stop()
    },
  }
}

function onlyCron(name: WorkerName): string {
  const [cron, ...others] = BINDINGS[name].crons
  if (cron === undefined || others.length > 0) throw new Error(`${name} has ${others.length + 1} schedules: name one`)
  return cron
}
