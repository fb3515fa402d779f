/** A budget of requests: at most `limit` in each fixed window of `windowSeconds`. */
export interface Budget {
  readonly name: LimitClass
  readonly limit: number
  readonly windowSeconds: number
}

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 })

/**
 * The limit classes and their default budgets. An operation names its class (`x-limit`); its requests count against that
 * budget once for the client's IP and once for its principal.
 */
export const LIMITS = {
  // Any operation without a class of its own.
  read: perMinute(120),
  logs: perMinute(30),
  build: perMinute(60),
  write: perMinute(30),
  // Sign-in, by IP.
  authNonce: perMinute(180),
  authVerify: perMinute(120),
  siwa: perMinute(80),
  // Sign-ins for which a wallet's own code is run: by IP, and by IP and wallet together.
  contractSignIn: perMinute(20),
  contractSignInWallet: perMinute(6),
  handoffCreate: perMinute(20),
  handoffRedeem: perMinute(30),
  // GET /token/image: by IP, and by IP and token address together.
  tokenImage: perMinute(180),
  tokenImageAddress: perMinute(60),
  lotteryWrite: perMinute(40),
  lotteryIngest: perMinute(60),
  // By IP and wallet together.
  amoeNonce: perMinute(6),
  feedbackSubmit: perMinute(40),
  feedbackReview: perMinute(20),
  accessProof: perMinute(40),
  accessJoin: perMinute(60),
  chatPreflight: perMinute(120),
  chatTelemetry: perMinute(180),
  chatappWrite: perMinute(60),
  chatappRead: perMinute(120),
  chatappAdmin: perMinute(30),
  chatappWebhook: perMinute(1200),
  chatappTelemetry: perMinute(60),
  // The workflow runtime.
  runtimeIngest: perMinute(60),
  runtimeRead: perMinute(120),
  runtimeDecision: perMinute(60),
  runtimeTrigger: perMinute(30),
} as const satisfies Record<string, Omit<Budget, 'name'>>

export type LimitClass = keyof typeof LIMITS

/** The budgets in force, by class. */
export type Budgets = Readonly<Record<LimitClass, Budget>>

/** The variable that sets a class: `LIMIT_TOKEN_IMAGE` for `tokenImage`. */
export const variableOf = (name: string): string =>
  `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

function positiveInteger(variable: string, value: string): number {
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : 0
  if (number < 1)
    throw new Error(`${variable} must be a whole number from 1 to 999999999, not ${JSON.stringify(value)}`)
  return number
}

const isLimitClass = (name: string): name is LimitClass => Object.hasOwn(LIMITS, name)

const isComplete = (table: Record<string, Budget>): table is Record<LimitClass, Budget> =>
  Object.keys(LIMITS).every((name) => Object.hasOwn(table, name))

/**
 * The budgets in force: `LIMIT_<CLASS>` sets the limit of one class, `LIMIT_MULTIPLIER` multiplies the defaults of all
 * others. Both are whole numbers of at least 1; an empty variable counts as absent. Only strings are read, so a Worker's
 * whole environment can be handed in.
 *
 * @throws Error naming the variable, when one is no such number or names no class.
 *
 * @example
 * budgets({ LIMIT_READ: '240', LIMIT_MULTIPLIER: '10' }).read.limit // 240
 */
export function budgets(env: object): Budgets {
  const set = new Map<string, number>()
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('LIMIT_') || typeof value !== 'string' || value === '') continue
    set.set(variable, positiveInteger(variable, value))
  }
  const multiplier = set.get('LIMIT_MULTIPLIER') ?? 1
  set.delete('LIMIT_MULTIPLIER')

  const budget = (name: LimitClass): Budget => {
    const { limit, windowSeconds } = LIMITS[name]
    const variable = variableOf(name)
    const inForce = set.get(variable) ?? limit * multiplier
    set.delete(variable)
    return { name, limit: inForce, windowSeconds }
  }
  const table = Object.fromEntries(
    Object.keys(LIMITS)
      .filter(isLimitClass)
      .map((name) => [name, budget(name)]),
  )
  const [unknown] = set.keys()
  if (unknown !== undefined || !isComplete(table)) {
    throw new Error(
      `${unknown} names no limit class; the variables are ${Object.keys(LIMITS).map(variableOf).join(', ')}`,
    )
  }
  return table
}
