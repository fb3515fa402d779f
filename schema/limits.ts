/** A budget of requests: at most `limit` in each fixed window of `windowSeconds`. */
export interface Budget {
  readonly name: LimitClass
  readonly limit: number
  readonly windowSeconds: number
}

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 })

/**
 * The limit classes and their default budgets. An operation names its class (`x-limit`); its requests count against that
 * budget once for the client's IP and once for its principal, unless it names another for the principal
 * (`x-limit-principal`).
 */
export const LIMITS = {
  // Operations without a class of their own.
  read: perMinute(120),
  // State of the deployment: probes call it every second.
  status: perMinute(120),
  logs: perMinute(30),
  build: perMinute(60),
  write: perMinute(30),
  // Sign-in, by IP.
  authNonce: perMinute(180),
  authVerify: perMinute(120),
  siwa: perMinute(80),
  // Sign-ins that run the code of a wallet contract: by IP, and by IP and wallet together.
  contractSignIn: perMinute(20),
  contractSignInWallet: perMinute(6),
  handoffCreate: perMinute(20),
  handoffRedeem: perMinute(30),
  // Refused hand-off codes.
  handoffFailure: perMinute(10),
  creatorAccess: perMinute(20),
  admin: perMinute(30),
  // A person's own data.
  portfolioRead: perMinute(40),
  portfolioWrite: perMinute(10),
  portfolioExport: perMinute(6),
  // GET /token/image: by IP, and by IP and token address together.
  tokenImage: perMinute(180),
  tokenImageAddress: perMinute(60),
  // Changes of the managed token list.
  tokenListWrite: perMinute(30),
  // Links of identities that the identity provider has verified, and the waitlist.
  accountLink: perMinute(10),
  waitlist: perMinute(60),
  lotteryWrite: perMinute(40),
  lotteryIngest: perMinute(60),
  // By IP and wallet together.
  amoeNonce: perMinute(6),
  feedbackSubmit: perMinute(40),
  feedbackReview: perMinute(20),
  accessProof: perMinute(40),
  accessJoin: perMinute(60),
  // Wallet intelligence: requests that call providers, and requests that bypass the cache.
  walletIntelligence: perMinute(30),
  walletIntelligenceFresh: perMinute(6),
  // The assistant, by IP and by principal.
  agentStream: perMinute(36),
  agentStreamPrincipal: perMinute(24),
  // Images: started jobs, reads of jobs, images of other sites.
  imageGenerate: perMinute(10),
  imageJob: perMinute(30),
  imageExternal: perMinute(60),
  walletTray: perMinute(30),
  svmSweep: perMinute(20),
  chatPreflight: perMinute(120),
  chatTelemetry: perMinute(180),
  chatappWrite: perMinute(60),
  chatappRead: perMinute(120),
  chatappAdmin: perMinute(30),
  chatappWebhook: perMinute(1200),
  chatappTelemetry: perMinute(60),
  // Keepers: reports and lists by key, and refused keys by IP.
  keeprReport: perMinute(60),
  keeprRead: perMinute(120),
  keeprRefused: perMinute(10),
  // Deployments.
  deployCreate: perMinute(3),
  deployContinue: perMinute(30),
  deployStatus: perMinute(240),
  deployCancel: perMinute(20),
  deployDryRun: perMinute(10),
  ownerRead: perMinute(120),
  // Workspaces of vaults.
  workspaceRead: perMinute(120),
  workspaceActions: perMinute(40),
  // The workflow runtime.
  runtimeIngest: perMinute(60),
  runtimeRead: perMinute(120),
  runtimeDecision: perMinute(60),
  runtimeTrigger: perMinute(30),
  // Calls through the RPC proxy, by principal and by IP, each with the chain.
  rpcProxy: perMinute(120),
  rpcProxyIp: perMinute(180),
  // Trend coins: by IP.
  trendReserve: perMinute(30),
  trendSentinel: perMinute(30),
  trendEntry: perMinute(10),
  trendProfile: perMinute(10),
  trendSync: perMinute(30),
  trendQuote: perMinute(60),
  // Requests of the Model Context Protocol and of A2A, by IP; each call of an operation also counts as that operation.
  mcp: perMinute(240),
  // Swaps: quotes, builders, and the history of pools.
  dex: perMinute(60),
  // The paymaster: requests, and the calls in them, by IP.
  paymaster: perMinute(120),
  paymasterCall: perMinute(120),
} as const satisfies Record<string, Omit<Budget, 'name'>>

export type LimitClass = keyof typeof LIMITS

/** The effective budgets, by class. */
export type Budgets = Readonly<Record<LimitClass, Budget>>

/** The variable that sets a class: `LIMIT_TOKEN_IMAGE` for `tokenImage`. */
export const variableOf = (name: string): `LIMIT_${string}` =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The variable that multiplies the budgets of all classes that have no variable of their own. */
export const MULTIPLIER = 'LIMIT_MULTIPLIER'

/** Every variable of the budgets. */
export const LIMIT_VARIABLES: readonly string[] = [MULTIPLIER, ...Object.keys(LIMITS).map(variableOf)]

const isLimitClass = (name: string): name is LimitClass => Object.hasOwn(LIMITS, name)

const isComplete = (table: Record<string, Budget>): table is Record<LimitClass, Budget> =>
  Object.keys(LIMITS).every((name) => Object.hasOwn(table, name))

/**
 * The effective budgets: `LIMIT_<CLASS>` sets the limit of one class, `LIMIT_MULTIPLIER` multiplies the defaults of all
 * others. Both are whole numbers of at least 1. A Worker's whole environment can be passed in.
 *
 * @example
 * budgets({ LIMIT_READ: 240, LIMIT_MULTIPLIER: 10 }).read.limit // 240
 */
export function budgets(env: Readonly<Record<`LIMIT_${string}`, number | undefined>>): Budgets {
  const multiplier = env[MULTIPLIER] ?? 1
  const budget = (name: LimitClass): Budget => {
    const { limit, windowSeconds } = LIMITS[name]
    return { name, limit: env[variableOf(name)] ?? limit * multiplier, windowSeconds }
  }
  const table = Object.fromEntries(
    Object.keys(LIMITS)
      .filter(isLimitClass)
      .map((name) => [name, budget(name)]),
  )
  if (!isComplete(table)) throw new Error('a limit class has no budget')
  return table
}
