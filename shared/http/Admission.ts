import type { Budget, Budgets, LimitClass } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import { isMachine } from '../auth/machine.ts'
import { type AnyPrincipal, type Authenticate, nameOf, type Requirement } from '../auth/principal.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { RequestInput } from './readInput.ts'
import type { WaitUntil } from './handler.ts'
import type { HeaderTable } from './headers.ts'
import { limitHeaders } from './limitHeaders.ts'
import type { Decision, Limiter, Spender, Spent } from './limiter.ts'
import { LimiterUnavailable, within } from './within.ts'

/** How long a read waits to be counted; it is counted even if it proceeds before that. */
const READ_PATIENCE_MS = 500
/** How many requests are given back in a window, for each that its budget has: a refusal costs work too. */
const GIVEN_BACK = 10

/** One request to one operation. */
export interface Exchange {
  readonly operation: Operation
  readonly request: Request
  /** The client's address, as clientIp has it. */
  readonly ip: string
  readonly waitUntil: WaitUntil
  /** Its validated inputs; throws if its URL is refused. */
  readonly input: () => RequestInput
}

export interface AdmissionOptions {
  readonly limiter: Limiter
  readonly budgets: Budgets
  readonly authenticate: Authenticate | undefined
}

/** Decides whether a request may proceed: its budgets by IP and by principal, and the principal itself. */
export class Admission {
  readonly #options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Counts a request by its IP, against the operation's own budget and a second one if it has one. */
  async byIp({ operation, ip, waitUntil, input }: Exchange): Promise<Spent[]> {
    if (operation['x-limit-ip'] === 'refused') return []
    const { limiter, budgets } = this.#options
    const isWrite = isWriting(operation)
    const own = this.#ofIp(operation, ip, input)
    const taken = take(isWrite, () => limiter.take(own.key, own.budget, waitUntil))
    const second = operation['x-limit-by']
    const value = second && valueOf(input, second.query)
    if (!second || value === undefined) return known([await taken])
    const key = `${second.class}:ip:${ip}:${value}`
    return known(await Promise.all([taken, take(isWrite, () => limiter.take(key, budgets[second.class], waitUntil))]))
  }

  /**
   * The principal that the operation requires, also counted against its own budget; undefined if it requires none. Adds
   * the decisions to `headers`, and its own to `decisions`.
   */
  async principal(
    exchange: Exchange,
    decisions: Spent[],
    headers: HeaderTable,
    readBody: () => Promise<Uint8Array>,
  ): Promise<AnyPrincipal | undefined> {
    const { operation, request, ip, waitUntil } = exchange
    const demand = demandOf(exchange)
    if (!demand) return undefined
    const { auth, isOptional, limit, isWrite } = demand
    const { authenticate, limiter, budgets } = this.#options
    const count = async ({ key, budget }: Spender) => {
      const decision = await take(isWrite, () => limiter.take(key, budget, waitUntil))
      if (!decision) return
      decisions.push(decision)
      requireAllowed(decisions, headers)
    }
    const refused = async (error: unknown): Promise<never> => {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        await this.spend(exchange, operation['x-limit'])
      throw error
    }
    // A request counts once against a budget, even if its operation names it twice.
    if (operation['x-auth-when'] && limit !== operation['x-limit'])
      await count({ key: `${limit}:ip:${ip}`, budget: budgets[limit] })
    if (!authenticate) throw new Error(`${operation.operationId} needs a principal and its family resolves none`)
    let leased: Spender | undefined
    const requirement: Requirement = isMachine(auth)
      ? { kind: 'machine', name: auth }
      : {
          kind: isOptional ? 'identityIfAny' : auth,
          isLeftToHandler: operation['x-authority'] !== undefined,
          ...(operation['x-authority'] === 'none' ? { grantsNothing: true as const } : {}),
          takesEnding: operation['x-ending-session'] === true,
          counts: {
            ...budgets[limit],
            before: `${limit}:principal:`,
            after: chainIn(operation, exchange.input),
            leased: (address, lease) => {
              leased = this.#ofPrincipal(exchange, limit, address.toLowerCase())
              limiter.deposit(leased, lease)
            },
          },
        }
    const ask = authenticate(request, requirement, readBody).catch((error: unknown) => {
      // It was found and is refused, so it does not count.
      const unspent = leased && limiter.take(leased.key, leased.budget, waitUntil)
      if (unspent && !(unspent instanceof Promise)) limiter.giveBack([unspent], waitUntil)
      throw error
    })
    const principal = await (operation['x-limit-ip'] === 'refused' ? ask.catch(refused) : ask)
    if (!principal && isOptional) return undefined
    if (!principal) throw new ApiError('unauthenticated')
    await count(this.#ofPrincipal(exchange, limit, nameOf(principal)))
    return principal
  }

  /**
   * Counts further units of a request against the budgets that it counts against as a whole, by IP and by principal: all
   * of them, or none. Adds the decisions to `headers` and to `decisions`. Throws rate_limited, limiter_unavailable;
   * invalid_request if no window has so many.
   */
  async charge(
    exchange: Exchange,
    principal: AnyPrincipal | undefined,
    units: number,
    headers: HeaderTable,
    decisions: Spent[],
  ): Promise<void> {
    if (units <= 0) return
    const { operation, ip, waitUntil, input } = exchange
    const limit = operation['x-limit-principal'] ?? operation['x-limit']
    const spenders = [
      this.#ofIp(operation, ip, input),
      ...(principal ? [this.#ofPrincipal(exchange, limit, nameOf(principal))] : []),
    ]
    for (const { budget } of spenders) requireWithin(budget, units + 1)
    const taken = await take(isWriting(operation), () => this.#options.limiter.takeAll(spenders, waitUntil, units))
    if (!taken) return
    requireAllowed(taken, headers)
    decisions.push(...taken)
  }

  /**
   * Gives back what a request has spent, since this service had no room for it; adds what is left to `headers`. Not more
   * often than ten times the budget in a window: then it stays spent. Throws nothing of its own.
   */
  async giveBack({ waitUntil }: Exchange, decisions: readonly Spent[], headers: HeaderTable): Promise<void> {
    const { limiter, budgets } = this.#options
    const keys = new Map(decisions.map(({ key, name }) => [key, budgets[name]]))
    const spenders = [...keys].map(([key, budget]): Spender => ({
      key: `back:${key}`,
      budget: { ...budget, limit: GIVEN_BACK * budget.limit },
    }))
    const allowed = await take(false, () => limiter.takeAll(spenders, waitUntil, 1))
    if (!allowed?.every((decision) => decision.allowed)) return
    limitHeaders(limiter.giveBack(decisions, waitUntil), headers)
  }

  #ofIp(operation: Operation, ip: string, input: () => RequestInput): Spender {
    const limit = operation['x-limit']
    const key = `${limit}:ip:${ip}${chainIn(operation, input)}`
    return { key, budget: this.#options.budgets[limit] }
  }

  #ofPrincipal({ operation, input }: Exchange, limit: LimitClass, name: string): Spender {
    const key = `${limit}:principal:${name}${chainIn(operation, input)}`
    return { key, budget: this.#options.budgets[limit] }
  }

  /** Counts a request against a class of `x-limit-inside`. Throws rate_limited, limiter_unavailable. */
  async spend({ operation, ip, waitUntil }: Exchange, name: LimitClass, value?: string): Promise<void> {
    const key = [name, 'ip', ip, ...(value === undefined ? [] : [value.toLowerCase()])].join(':')
    const { limiter, budgets } = this.#options
    const decision = await take(isWriting(operation), () => limiter.take(key, budgets[name], waitUntil))
    if (!decision || decision.allowed) return
    const headers = limitHeaders([decision])
    throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`, headers)
  }
}

/** Decisions of budgets that could be counted. */
const known = (decisions: readonly (Spent | undefined)[]): Spent[] =>
  decisions.filter((decision) => decision !== undefined)

/** The credential that a request needs besides its budget by IP. */
interface Demand {
  readonly auth: NonNullable<Operation['x-auth']>
  /** Whether a request without one is answered too. */
  readonly isOptional?: boolean
  /** The budget that its principal counts against. */
  readonly limit: LimitClass
  /** Whether it changes something, so that nobody may do it uncounted. */
  readonly isWrite: boolean
}

/** The credential that a request needs; undefined if none. Throws if its URL is refused and its contract depends on it. */
export function demandOf({ operation, input }: Pick<Exchange, 'operation' | 'input'>): Demand | undefined {
  const { 'x-auth': auth, 'x-auth-when': when, 'x-limit': byIp, 'x-limit-principal': limit = byIp } = operation
  if (auth !== undefined) return { auth, limit, isWrite: isWriting(operation) }
  const optional = operation['x-auth-optional']
  if (optional) return { auth: optional, isOptional: true, limit, isWrite: isWriting(operation) }
  const isMeant = when && input().query[when.query] === (when.is === 'absent' ? undefined : (when.is ?? true))
  return isMeant ? { auth: when.auth, limit: when.limit, isWrite: when.auth === 'write' } : undefined
}

const isWriting = ({ method }: Operation): boolean => method !== 'get'

/** Throws invalid_request if no window of a budget has so many units. */
export function requireWithin({ limit, windowSeconds }: Budget, units: number): void {
  if (units > limit)
    throw new ApiError(
      'invalid_request',
      `this request counts as ${units}, but its budget is ${limit} in ${windowSeconds} seconds; split it`,
    )
}

/** Adds the decisions to `headers`. Throws rate_limited if one of them is a denial. */
export function requireAllowed(decisions: readonly Decision[], headers: HeaderTable): void {
  limitHeaders(decisions, headers)
  if (decisions.some((decision) => !decision.allowed))
    throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`)
}

/**
 * A limiter outage never lets a write through and never blocks a read; a busy one delays writes, and reads a little.
 */
export async function take<D extends Spent | Spent[]>(
  isWrite: boolean,
  spend: () => D | Promise<D>,
): Promise<D | undefined> {
  try {
    const decision = spend()
    return await (isWrite || !(decision instanceof Promise) ? decision : within(READ_PATIENCE_MS, decision))
  } catch (error) {
    if (!(error instanceof LimiterUnavailable)) throw error
    if (isWrite) throw new ApiError('limiter_unavailable')
    return undefined
  }
}

/** The end of a budget's key if each chain has its own; empty if the URL is refused. */
function chainIn(operation: Operation, input: () => RequestInput): string {
  const chain = operation['x-chains'] && valueOf(input, 'chain')
  return chain === undefined ? '' : `:${chain}`
}

/** The value that a second budget is counted by; undefined if the request is refused because of its URL. */
function valueOf(input: () => RequestInput, name: string): string | undefined {
  try {
    return String(input().query[name])
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
