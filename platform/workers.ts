import type * as z from 'zod'
import { AccountEnv } from '../functions/account/env.ts'
import { AgentsEnv } from '../functions/agents/env.ts'
import { AuctionEnv } from '../functions/auction/env.ts'
import { BuildEnv } from '../functions/build/env.ts'
import { ChatappEnv } from '../functions/chatapp/env.ts'
import { ContextEnv } from '../functions/context/env.ts'
import { CoreEnv } from '../functions/core/env.ts'
import { RuntimeEnv } from '../functions/cre/env.ts'
import { GatewayEnv } from '../functions/gateway/env.ts'
import { ImageEnv } from '../functions/image/env.ts'
import { LotteryEnv } from '../functions/lottery/env.ts'
import { MarketEnv } from '../functions/market/env.ts'
import { McpEnv } from '../functions/mcp/env.ts'
import { RpcEnv } from '../functions/rpc/env.ts'
import { SiteEnv } from '../functions/site/env.ts'
import { SocialEnv } from '../functions/social/env.ts'
import { SCHEDULES } from '../functions/social/schedules.ts'
import { StatusEnv } from '../functions/status/env.ts'
import { TokenEnv } from '../functions/token/env.ts'
import { VaultEnv } from '../functions/vault/env.ts'
import { WorkspaceEnv } from '../functions/workspace/env.ts'
import { FAMILIES, type FamilyName } from '../schema/families.ts'
import { about, type About } from '../shared/env/declare.ts'
import { Env } from '../shared/env/env.ts'

/** Everything that is deployed: `core` first, the gateway last. */
export const WORKER_NAMES = ['core', ...familyNames()] as const
export type WorkerName = 'core' | FamilyName

/** Durable Objects by binding: the class, and the Worker in which it lives; what several families share lives in core. */
export const OBJECTS = {
  LIMIT_COUNTER: { className: 'LimitCounter', home: 'core' },
  SESSIONS: { className: 'Sessions', home: 'core' },
  NONCES: { className: 'Nonces', home: 'core' },
  STREAM_SLOTS: { className: 'StreamSlots', home: 'core', tag: 'v2' },
  AMOE_LEDGER: { className: 'AmoeLedger', home: 'lottery' },
  AMOE_POST: { className: 'AmoePost', home: 'lottery' },
  REPLAY_NONCES: { className: 'ReplayNonces', home: 'cre' },
  TRIGGER_RUNS: { className: 'TriggerRuns', home: 'cre' },
  CHATAPP_USERS: { className: 'ChatappUser', home: 'chatapp' },
  PAYMENT_LEDGER: { className: 'PaymentLedger', home: 'agents' },
  RPC_SLOTS: { className: 'RpcSlots', home: 'rpc' },
  CHATAPP_ACCOUNTS: { className: 'ChatappAccount', home: 'chatapp' },
  STATUS_BOARD: { className: 'StatusBoard', home: 'core', tag: 'v3' },
  SPONSOR_QUOTA: { className: 'SponsorQuota', home: 'rpc' },
} as const satisfies Record<string, { className: string; home: WorkerName; tag?: string }>
export type ObjectBinding = keyof typeof OBJECTS

/** The classes of a Worker by wrangler's migration tag, oldest first: a tag that has been deployed takes no further class. */
export function classesByTag(worker: string): Map<string, string[]> {
  const tags = new Map<string, string[]>()
  for (const object of Object.values(OBJECTS)) {
    if (object.home !== worker) continue
    const tag = 'tag' in object ? object.tag : 'v1'
    tags.set(tag, [...(tags.get(tag) ?? []), object.className])
  }
  return tags
}

/** R2 buckets by binding: the name, to which each environment appends its suffix. One bucket serves all Workers. */
export const BUCKETS = { ARTIFACTS: 'creator-vault-artifacts' } as const
export type BucketBinding = keyof typeof BUCKETS

/** The schema of each Worker's environment, with what is known of every variable, secret and binding of it. */
export const ENVS = {
  core: CoreEnv,
  token: TokenEnv,
  vault: VaultEnv,
  auction: AuctionEnv,
  lottery: LotteryEnv,
  gauge: Env,
  vetoken: Env,
  lpstrat: Env,
  context: ContextEnv,
  build: BuildEnv,
  agents: AgentsEnv,
  social: SocialEnv,
  chatapp: ChatappEnv,
  cre: RuntimeEnv,
  account: AccountEnv,
  rpc: RpcEnv,
  image: ImageEnv,
  workspace: WorkspaceEnv,
  market: MarketEnv,
  site: SiteEnv,
  status: StatusEnv,
  mcp: McpEnv,
  gateway: GatewayEnv,
} as const satisfies Record<WorkerName, z.ZodObject>

/** The schedule of work that follows the chain; the local runtime runs it at every block. */
export const EVERY_MINUTE = '* * * * *'

/** When scheduled handlers run (cron syntax); one that has several distinguishes them by `controller.cron`. */
const CRONS: Partial<Record<WorkerName, readonly string[]>> = {
  core: [EVERY_MINUTE],
  lottery: [EVERY_MINUTE],
  // By the clock and not by blocks, which the local runtime distinguishes by the expression.
  agents: ['*/1 * * * *'],
  cre: ['17 * * * *'],
  chatapp: ['43 * * * *'],
  account: ['*/10 * * * *'],
  // By the clock too.
  image: ['*/1 * * * *'],
  workspace: ['*/1 * * * *'],
  market: ['*/5 * * * *'],
  rpc: ['29 * * * *'],
  social: Object.values(SCHEDULES),
}

/** Entrypoints of Workers by binding, which other Workers call without HTTP. */
export const ENTRYPOINTS = {
  LIMITS: { entrypoint: 'Limits', home: 'core' },
  CARDS: { entrypoint: 'Cards', home: 'token' },
} as const satisfies Record<string, { entrypoint: string; home: WorkerName }>
export type EntrypointBinding = keyof typeof ENTRYPOINTS

/** Bindings of a Worker: the source of its wrangler.toml and of the local runtime's options. */
export interface Bindings {
  readonly d1: boolean
  readonly objects: readonly ObjectBinding[]
  readonly buckets: readonly BucketBinding[]
  /** Static assets: the documents that the build generates. */
  readonly assets: boolean
  /** Entrypoints of other Workers: the counters of requests, what draws cards. */
  readonly entrypoints: readonly EntrypointBinding[]
  /** Families that it asks within the deployment, each under its `serviceBinding`. */
  readonly families: readonly FamilyName[]
  readonly crons: readonly string[]
  /** Names of secrets; each may have a `<NAME>_PREVIOUS` while it is rotated, where the schema has one. */
  readonly secrets: readonly string[]
}

/** Each variable, secret and binding of a Worker, by name. */
export const aboutOf = (worker: WorkerName): Map<string, About> =>
  new Map(
    Object.entries(ENVS[worker].shape).map(([name, schema]): [string, About] => {
      const known = about.get(schema)
      if (!known) throw new Error(`${worker}: ${name} has no declared meaning`)
      return [name, known]
    }),
  )

const isObjectBinding = (name: string): name is ObjectBinding => Object.hasOwn(OBJECTS, name)
const isEntrypointBinding = (name: string): name is EntrypointBinding => Object.hasOwn(ENTRYPOINTS, name)
const isBucketBinding = (name: string): name is BucketBinding => Object.hasOwn(BUCKETS, name)

function bindingsOf(worker: WorkerName): Bindings {
  const all = [...aboutOf(worker)]
  const named = (kind: About['kind']) => all.flatMap(([name, known]) => (known.kind === kind ? [name] : []))
  return {
    d1: named('database').length > 0,
    objects: named('object').filter(isObjectBinding),
    buckets: named('bucket').filter(isBucketBinding),
    assets: named('assets').length > 0,
    entrypoints: named('service').filter(isEntrypointBinding),
    families: familyNames().filter((family) => named('service').includes(serviceBinding(family))),
    crons: CRONS[worker] ?? [],
    secrets: named('secret').filter((name) => !name.endsWith('_PREVIOUS')),
  }
}

const isComplete = (table: Record<string, Bindings>): table is Record<WorkerName, Bindings> =>
  WORKER_NAMES.every((name) => Object.hasOwn(table, name))

function allBindings(): Record<WorkerName, Bindings> {
  const table = Object.fromEntries(WORKER_NAMES.map((worker) => [worker, bindingsOf(worker)]))
  if (!isComplete(table)) throw new Error('WORKER_NAMES has a Worker without bindings')
  return table
}

export const BINDINGS = allBindings()

/** The Workers that run for a choice of families: also core, the gateway, and the homes of their Durable Objects. */
export function workersFor(families: readonly string[]): WorkerName[] {
  const chosen = WORKER_NAMES.filter((name) => name === 'core' || name === 'gateway' || families.includes(name))
  const homes = chosen.flatMap((name) => BINDINGS[name].objects.map((binding): WorkerName => OBJECTS[binding].home))
  return WORKER_NAMES.filter((name) => chosen.includes(name) || homes.includes(name))
}

export const COMPATIBILITY_DATE = '2026-09-01'
/** Requests for our own zone come in through its public front, like anyone's, and never reach an origin behind it. */
export const COMPATIBILITY_FLAGS = ['global_fetch_strictly_public', 'enable_request_signal']
/** The database of localnet and of the tests; each environment has its own (below). One database serves all Workers. */
export const D1 = { binding: 'DB', name: 'creator-vault-api', id: '00000000-0000-0000-0000-000000000001' } as const

/** A deployment target. Put your own host names and database ids here, then `npm run generate`. */
export interface Environment {
  /** Appended to the name of every Worker, of the database and of each bucket. */
  readonly suffix: string
  /** The zone and host whose routes lead straight to the families; without one the gateway answers on workers.dev. */
  readonly host?: { readonly name: string; readonly zone: string }
  readonly databaseId: string
  /** URI to report a vulnerability to (RFC 9116, Contact): `mailto:` or `https://`. */
  readonly securityContact: string
  /** Text variables of every Worker. */
  readonly variables: Readonly<Record<string, string>>
}

export const ENVIRONMENTS = {
  staging: {
    suffix: '-staging',
    databaseId: '00000000-0000-0000-0000-000000000002',
    securityContact: 'mailto:security@example.com',
    variables: {
      CHAIN: 'base',
      BASE_URL: 'https://creator-vault-gateway-staging.example.workers.dev/api',
      APP_URL: 'https://app-staging.example.com',
      TRUSTED_ORIGINS: 'https://app-staging.example.com',
    },
  },
  production: {
    suffix: '',
    host: { name: 'api.example.com', zone: 'example.com' },
    databaseId: '00000000-0000-0000-0000-000000000003',
    securityContact: 'mailto:security@example.com',
    variables: {
      CHAIN: 'base',
      BASE_URL: 'https://api.example.com/api',
      APP_URL: 'https://app.example.com',
      TRUSTED_ORIGINS: 'https://app.example.com',
    },
  },
} as const satisfies Record<string, Environment>
export type EnvironmentName = keyof typeof ENVIRONMENTS

export const scriptName = (worker: WorkerName): string => `creator-vault-${worker}`
/** Other Workers reach a family under this binding. */
export function serviceBinding(family: FamilyName): string {
  return family.toUpperCase()
}

export function familyNames(): FamilyName[] {
  return Object.keys(FAMILIES).filter((name): name is FamilyName => Object.hasOwn(FAMILIES, name))
}
