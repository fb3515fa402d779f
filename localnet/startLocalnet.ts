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

export interface LocalnetOptions {
  readonly chain: ServedChain
  readonly stateDir: string
  readonly port?: number
  /** See WorkersOptions. */
  readonly documents?: WorkersOptions['documents']
  readonly families?: readonly string[]
  /** Accounts that exist from the start. */
  readonly profiles?: readonly LocalProfile[]
  /** Rooms that exist from the start. */
  readonly rooms?: readonly RoomSettings[]
  /** The chain is the one that the state is of. */
  readonly isContinued?: boolean
  /** Jobs begin when the chain is there; at once when absent. */
  readonly there?: Promise<unknown> | undefined
  /** Further variables and secrets of the Workers; they take precedence over the local defaults. */
  readonly variables?: Readonly<Record<string, string>>
  /** The modules of Workers; their bundles when absent. */
  readonly modules?: WorkersOptions['modules']
  /** See WorkersOptions. */
  readonly young?: WorkersOptions['young']
  /** See WorkersOptions. */
  readonly isLean?: WorkersOptions['isLean']
  /** See WorkersOptions. */
  readonly inspectorPort?: WorkersOptions['inspectorPort']
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
  stateDir,
  port,
  documents,
  families,
  profiles = [],
  rooms = [],
  isContinued = false,
  there,
  variables = {},
  modules,
  young,
  isLean,
  inspectorPort,
}: LocalnetOptions): Promise<Localnet> {
  await mkdir(stateDir, { recursive: true })
  const secrets = await localSecrets(stateDir, variables)
  // The address by which the Workers refer to themselves must be known before they start.
  const gatewayPort = port ?? (await freePorts(1))[0]
  const host = `http://127.0.0.1:${gatewayPort}`
  const all = localVariables(host, chain, { ...secrets, ...variables })
  const workers = await startWorkers({
    stateDir,
    variables: all,
    ...(gatewayPort === undefined ? {} : { port: gatewayPort }),
    ...(families ? { families } : {}),
    ...(modules ? { modules } : {}),
    documents,
    young,
    isLean,
    inspectorPort,
  })
  const { database, objects } = workers.steward
  await migrate(database)
  const now = Math.floor(Date.now() / 1000)
  if (profiles.length > 0) {
    const ledgers = () => objects('AMOE_LEDGER')
    await seed(database, { ...chain, profiles, rooms, families: families ?? familyNames(), ledgers, isContinued }, now)
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
      // Told at once that it is ending, the runtime does not restart a process that the same Ctrl-C has reached.
      await Promise.all([workers.stop(), stopFollowing()])
    },
  }
}
