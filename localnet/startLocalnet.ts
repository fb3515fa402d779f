import { mkdir } from 'node:fs/promises'
import { familyNames } from '../platform/workers.ts'
import type { RoomSettings } from '../shared/store/roomRules.ts'
import { followBlocks } from './followBlocks.ts'
import { limitsOf, localVariables, type ServedChain } from './localVariables.ts'
import { migrate } from './migrate.ts'
import { freePorts } from './ports.ts'
import { localSecrets } from './secrets.ts'
import { type LocalProfile, seed, seedCreators } from './seed.ts'
import { startWorkers, type Workers, type WorkersOptions } from './startWorkers.ts'

export interface LocalnetOptions extends Omit<WorkersOptions, 'variables'> {
  readonly chain: ServedChain
  /** Accounts that exist from the start. */
  readonly profiles?: readonly LocalProfile[]
  /** Rooms that exist from the start. */
  readonly rooms?: readonly RoomSettings[]
  /** The state was recorded on this chain. */
  readonly isContinued?: boolean
  /** Resolves when the chain runs, which is when jobs begin; at once when absent. */
  readonly there?: Promise<unknown> | undefined
  /** Further variables and secrets of the Workers; they take precedence over the local defaults. */
  readonly variables?: Readonly<Record<string, string>>
}

export interface Localnet {
  /** Base URL of the API, ending in /api. */
  readonly api: string
  readonly host: string
  readonly sockets: Workers['sockets']
  readonly runtime: Workers['runtime']
  readonly secrets: Readonly<Record<string, string>>
  /** Everything that the Workers were given, including secrets: a separate test runs whatever differs in production. */
  readonly variables: Readonly<Record<string, string>>
  /** Budgets in force by class, written as in `LIMIT_<CLASS>`. */
  readonly limits: Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** Runs built Workers over a chain: state with migrations applied, local secrets, and core's job at every block. */
export async function startLocalnet({
  chain,
  profiles = [],
  rooms = [],
  isContinued = false,
  there,
  variables = {},
  ...options
}: LocalnetOptions): Promise<Localnet> {
  const { stateDir, port, families = familyNames() } = options
  await mkdir(stateDir, { recursive: true })
  const secrets = await localSecrets(stateDir, variables)
  // The address by which the Workers refer to themselves must be known before they start.
  const gatewayPort = port ?? (await freePorts(1))[0] ?? 0
  const host = `http://127.0.0.1:${gatewayPort}`
  const all = localVariables(host, chain, { ...secrets, ...variables })
  const workers = await startWorkers({ ...options, variables: all, port: gatewayPort })
  const { database, objects } = workers.steward
  await migrate(database)
  const now = Math.floor(Date.now() / 1000)
  if (profiles.length > 0) {
    const ledgers = () => objects('AMOE_LEDGER')
    await seed(database, { ...chain, profiles, rooms, families, ledgers, isContinued }, now)
    await seedCreators(database, profiles, now)
  }
  const stopFollowing = followBlocks({ ...chain, job: () => workers.runSchedules(), there })
  return {
    api: `${host}/api`,
    host,
    sockets: workers.sockets,
    runtime: workers.runtime,
    secrets,
    variables: all,
    limits: limitsOf(all),
    async stop() {
      // At once: a runtime that is stopping does not restart a process that the same Ctrl-C has reached.
      await Promise.all([workers.stop(), stopFollowing()])
    },
  }
}
