import { FAMILIES, type FamilyName } from '../schema/families.ts'

/** Everything that is deployed: `core` first, the gateway last. */
export const WORKER_NAMES = ['core', ...familyNames(), 'gateway'] as const
export type WorkerName = 'core' | FamilyName | 'gateway'

/** Durable Objects by binding: the class, and the Worker in which it lives; what several families share lives in core. */
export const OBJECTS = {
  LIMIT_COUNTER: { className: 'LimitCounter', home: 'core' },
  SESSIONS: { className: 'Sessions', home: 'core' },
  NONCES: { className: 'Nonces', home: 'core' },
  AMOE_LEDGER: { className: 'AmoeLedger', home: 'lottery' },
  AMOE_POST: { className: 'AmoePost', home: 'lottery' },
  REPLAY_NONCES: { className: 'ReplayNonces', home: 'cre' },
  TRIGGER_RUNS: { className: 'TriggerRuns', home: 'cre' },
} as const satisfies Record<string, { className: string; home: WorkerName }>
export type ObjectBinding = keyof typeof OBJECTS

/** Classes of the Durable Objects that live in a Worker. */
export const classesOf = (worker: string): string[] =>
  Object.values(OBJECTS)
    .filter(({ home }) => home === worker)
    .map(({ className }) => className)

/** What a Worker is bound to: the source of its wrangler.toml and of the local runtime's options. */
export interface Bindings {
  readonly d1: boolean
  readonly objects: readonly ObjectBinding[]
  /** When its scheduled handler runs (cron syntax); the local runtime triggers it at every block. */
  readonly cron?: string
  /** Names of secrets; each may have a `<NAME>_PREVIOUS` while it is rotated. */
  readonly secrets: readonly string[]
}

const SIGN_IN = ['AUTH_NONCE_SECRET', 'SIWA_RECEIPT_SECRET'] as const
const READS: Bindings = { d1: false, objects: [], secrets: ['RPC_URLS'] }

export const BINDINGS: Record<WorkerName, Bindings> = {
  core: {
    d1: true,
    objects: ['LIMIT_COUNTER', 'SESSIONS', 'NONCES'],
    cron: '* * * * *',
    secrets: ['RPC_URLS', 'UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  },
  token: READS,
  vault: { ...READS, d1: true },
  auction: { ...READS, d1: true },
  lottery: {
    d1: true,
    objects: ['SESSIONS', 'NONCES', 'AMOE_LEDGER', 'AMOE_POST'],
    cron: '* * * * *',
    secrets: [
      'RPC_URLS',
      'SIWA_RECEIPT_SECRET',
      'AMOE_NONCE_SECRET',
      'AMOE_ATTESTOR_KEY',
      'SOCIAL_API_TOKEN',
      'LOTTERY_INGEST_SECRET',
      'SVM_RPC_URLS',
    ],
  },
  gauge: READS,
  vetoken: READS,
  lpstrat: READS,
  build: { d1: false, objects: ['SESSIONS', 'NONCES'], secrets: ['RPC_URLS', 'SIWA_RECEIPT_SECRET'] },
  agents: READS,
  social: READS,
  chatapp: READS,
  cre: {
    d1: true,
    objects: ['REPLAY_NONCES', 'TRIGGER_RUNS'],
    cron: '17 * * * *',
    secrets: [
      'CRE_RUNTIME_API_KEY',
      'CRE_RUNTIME_SIGNING_SECRET',
      'CRE_HTTP_TRIGGER_PRIVATE_KEY',
      'CRE_TRIGGER_SIGNER_PRIVATE_KEY',
    ],
  },
  account: { d1: true, objects: ['SESSIONS', 'NONCES'], secrets: ['RPC_URLS', ...SIGN_IN] },
  gateway: { d1: false, objects: [], secrets: [] },
}

export const COMPATIBILITY_DATE = '2026-09-01'
export const COMPATIBILITY_FLAGS = ['nodejs_compat']
/** The database of localnet and of the tests; each environment has its own (below). One database serves all Workers. */
export const D1 = { binding: 'DB', name: 'creator-vault-api', id: '00000000-0000-0000-0000-000000000001' } as const

/** Where Workers are deployed to. Put your own host names and database ids here, then `npm run generate`. */
export interface Environment {
  /** Appended to the name of every Worker and of the database. */
  readonly suffix: string
  /** The zone and host whose routes lead straight to the families; without one the gateway answers on workers.dev. */
  readonly host?: { readonly name: string; readonly zone: string }
  readonly databaseId: string
  /** Text variables of every Worker. */
  readonly variables: Readonly<Record<string, string>>
}

export const ENVIRONMENTS = {
  staging: {
    suffix: '-staging',
    databaseId: '00000000-0000-0000-0000-000000000002',
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
/** The gateway reaches a family under this binding. */
export const serviceBinding = (family: FamilyName): string => family.toUpperCase()

export function familyNames(): FamilyName[] {
  return Object.keys(FAMILIES).filter((name): name is FamilyName => Object.hasOwn(FAMILIES, name))
}
