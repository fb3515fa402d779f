import type { Budgets, LimitClass } from '../../schema/limits.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import type { Authenticate, Principal, Requirement } from '../auth/principal.ts'
import { requestScope } from '../chain/requestScope.ts'
import type { Kept } from '../memory/Memory.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Answers } from './answers.ts'
import { readAsked, requireChain, type Asked } from './asked.ts'
import { parseBody, readBytes } from './body.ts'
import { clientIp } from './clientIp.ts'
import { errorResponse } from './errorResponse.ts'
import type { BytesAnswer, Context, JsonAnswer, Spend } from './handler.ts'
import { ownHeaders, requestId, type HeaderTable } from './headers.ts'
import { validate } from './input.ts'
import { limitHeaders } from './limitHeaders.ts'
import { LimiterUnavailable, within, type Decision, type Limiter } from './limiter.ts'
import { send } from './send.ts'
import { serialise, toStale } from './serialise.ts'

/** How long a read waits to be counted; it is counted all the same when it goes on before. */
const READ_PATIENCE_MS = 500

type WaitUntil = (work: Promise<unknown>) => void

/** A handler as the pipeline sees it, its input validated by the operation's schemas. */
export type AnyHandler<C> = (input: AnyInput, context: C) => Promise<JsonAnswer<unknown> | BytesAnswer>
export interface AnyInput {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown>
  readonly principal: Principal | undefined
  readonly request: Request
  /** Where the contract has an `x-limit-inside`. */
  readonly spend?: Spend
  readonly waitUntil: WaitUntil
}

export interface PipelineOptions<C extends Context> {
  readonly context: C
  readonly limiter: Limiter
  readonly budgets: Budgets
  readonly answers: Answers
  readonly answered: Kept<Answered<C>>
  readonly authenticate: Authenticate | undefined
}

/** One request on its way to one operation. */
export interface Exchange {
  readonly request: Request
  readonly waitUntil: WaitUntil
  /** What it asks; throws where its URL is refused. Done when it is first needed, and once. */
  readonly asked: () => Asked
}

/** What a URL asked that was answered from what may be kept: the next request of that URL is neither routed nor parsed. */
export interface Answered<C> {
  readonly operation: Operation
  readonly handler: AnyHandler<C>
  readonly asked: Asked
}

/** How long a URL is remembered that nobody asks for again. */
const ANSWERED_MS = 600_000

/**
 * The one way of every request that has found its operation: limiter by IP, principal, limiter by principal, bounded body,
 * schema, handler, envelope and cache headers. A read whose answer is fresh in this isolate comes back without waiting.
 */
export class Pipeline<C extends Context> {
  private readonly options: PipelineOptions<C>

  constructor(options: PipelineOptions<C>) {
    this.options = options
  }

  /** A request of a URL that was answered before; undefined where none was. */
  again(request: Request, waitUntil: WaitUntil): Response | Promise<Response> | undefined {
    const before = this.options.answered.get(request.url)
    return before && this.run(before.operation, before.handler, { request, waitUntil, asked: () => before.asked })
  }

  /** The first request of a URL, its path taken apart by the router. */
  first(
    operation: Operation,
    handler: AnyHandler<C>,
    request: Request,
    params: Record<string, string>,
    waitUntil: WaitUntil,
  ): Response | Promise<Response> {
    const { chainId } = this.options.context.chain.config
    let asked: Asked | undefined
    const read = () => (asked ??= readAsked(operation, params, request.url, chainId))
    return this.run(operation, handler, { request, waitUntil, asked: read })
  }

  private run(operation: Operation, handler: AnyHandler<C>, exchange: Exchange): Response | Promise<Response> {
    const { request } = exchange
    const headers = this.headers(operation, request)
    const fail = (error: unknown) => errorResponse(error, headers, operation)
    try {
      const admitted = this.admitIp(operation, exchange)
      if (admitted instanceof Promise) {
        return admitted.then((decisions) => this.admitted(operation, handler, exchange, headers, decisions)).catch(fail)
      }
      const response = this.admitted(operation, handler, exchange, headers, admitted)
      return response instanceof Promise ? response.catch(fail) : response
    } catch (error) {
      return fail(error)
    }
  }

  headers(operation: Operation | undefined, request: Request): HeaderTable {
    const id = requestId(request.headers.get('x-request-id'))
    if (operation?.['x-auth'] === undefined && operation?.method !== 'post') return ownHeaders(id)
    return ownHeaders(id, { origin: request.headers.get('origin'), trusted: this.options.context.trustedOrigins })
  }

  /** The budgets that a request counts against by its IP, the operation's own and a second one where it has one. */
  private admitIp(operation: Operation, { request, waitUntil, asked }: Exchange): Decision[] | Promise<Decision[]> {
    const { limiter, budgets } = this.options
    const ip = clientIp(request.headers)
    const taken = [
      this.take(operation, () =>
        limiter.take(`${operation['x-limit']}:ip:${ip}`, budgets[operation['x-limit']], waitUntil),
      ),
    ]
    const second = operation['x-limit-by']
    const value = second && valueOf(asked, second.query)
    if (second && value !== undefined) {
      taken.push(
        this.take(operation, () => limiter.take(`${second.class}:ip:${ip}:${value}`, budgets[second.class], waitUntil)),
      )
    }
    const known: Decision[] = []
    for (const decision of taken) {
      if (decision instanceof Promise) return Promise.all(taken).then((all) => all.filter((d) => d !== undefined))
      if (decision) known.push(decision)
    }
    return known
  }

  /** A limiter outage never opens a write and never closes a read; a busy one makes writes wait, and reads a little. */
  private take(
    operation: Operation,
    ask: () => Decision | Promise<Decision>,
  ): Decision | undefined | Promise<Decision | undefined> {
    const onOutage = (error: unknown): undefined => {
      if (!(error instanceof LimiterUnavailable)) throw error
      if (operation.method !== 'get') throw new ApiError('limiter_unavailable')
    }
    try {
      const decision = ask()
      if (!(decision instanceof Promise)) return decision
      return (operation.method === 'get' ? within(READ_PATIENCE_MS, decision) : decision).catch(onOutage)
    } catch (error) {
      return onOutage(error)
    }
  }

  private admitted(
    operation: Operation,
    handler: AnyHandler<C>,
    exchange: Exchange,
    headers: HeaderTable,
    decisions: Decision[],
  ): Response | Promise<Response> {
    limitHeaders(decisions, headers)
    if (decisions.some((decision) => !decision.allowed))
      throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`)
    const { request } = exchange
    const cache = operation['x-cache']
    if (!cache)
      return requestScope.run({ id: headers['x-request-id'] ?? '', minBlock: undefined }, () =>
        this.answer(operation, handler, exchange, headers, decisions),
      )
    const asked = exchange.asked()
    const variant = operation['x-answer'] === 'media' && wantsJson(request) ? 'json' : ''
    const key = `${variant}${asked.key}`
    const fresh = this.options.answers.fresh(key)
    if (fresh && asked.minBlock === undefined) return send(request, fresh, headers)
    return this.cached(operation, handler, exchange, headers, { asked, variant, key })
  }

  /** A read of the chain, or of what changes as slowly. */
  private async cached(
    operation: Operation,
    handler: AnyHandler<C>,
    exchange: Exchange,
    headers: HeaderTable,
    { asked, variant, key }: { asked: Asked; variant: string; key: string },
  ): Promise<Response> {
    const cache = operation['x-cache']
    if (!cache) throw new Error(`${operation.operationId} is not cached`)
    const { request, waitUntil } = exchange
    const { answers, answered, context } = this.options
    const input = { ...inputOf(exchange), body: {}, principal: undefined }
    const scope = { id: headers['x-request-id'] ?? '', minBlock: asked.minBlock }
    const produce = async () => {
      const handled = await requestScope.run(scope, () => handler(input, context))
      return serialise(operation, handled, { variant, now: context.now() })
    }
    const { answer, stale } = await answers.load(key, cache, asked.minBlock, produce, waitUntil)
    answered.set(request.url, { operation, handler, asked }, context.now() + ANSWERED_MS)
    return send(request, stale ? toStale(operation, answer, context.now()) : answer, headers)
  }

  /** Everything else: sign-in, builders, writes. */
  private async answer(
    operation: Operation,
    handler: AnyHandler<C>,
    exchange: Exchange,
    headers: HeaderTable,
    decisions: Decision[],
  ): Promise<Response> {
    const { request } = exchange
    const bound = operation['x-body']?.bound ?? 0
    let bytes: Promise<Uint8Array> | undefined
    const read = () => (bytes ??= readBytes(request, bound))
    const principal = await this.principal(operation, exchange, headers, decisions, read)
    const input = inputOf(exchange)
    const { context } = this.options
    const kind = operation['x-body']?.kind
    const body = kind === undefined ? {} : validate(bodySchema(operation), parseBody(await read(), kind))
    requireChain(body['chainId'], context.chain.config.chainId)
    const spend: Spend = (name, value) => this.spend(operation, exchange, name, value)
    const given = await handler({ ...input, body, principal, spend }, context)
    const answer = await serialise(operation, given, { variant: '', now: 0 })
    return send(request, answer, headers)
  }

  private async principal(
    operation: Operation,
    { request, waitUntil }: Exchange,
    headers: HeaderTable,
    decisions: Decision[],
    readBody: () => Promise<Uint8Array>,
  ): Promise<Principal | undefined> {
    const auth = operation['x-auth']
    if (auth === undefined) return undefined
    const { authenticate, limiter, budgets } = this.options
    if (!authenticate) throw new Error(`${operation.operationId} needs a principal and its family resolves none`)
    const requirement: Requirement =
      auth === 'cron' || auth === 'ingest' || auth === 'runtime' ? { kind: 'machine', name: auth } : { kind: auth }
    const principal = await authenticate(request, requirement, readBody)
    if (!principal) throw new ApiError('unauthenticated')
    const who = principal.kind === 'machine' ? principal.name : principal.address.toLowerCase()
    const decision = await this.take(operation, () =>
      limiter.take(`${operation['x-limit']}:principal:${who}`, budgets[operation['x-limit']], waitUntil),
    )
    if (decision) limitHeaders([...decisions, decision], headers)
    if (decision && !decision.allowed)
      throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`)
    return principal
  }

  private async spend(operation: Operation, { request, waitUntil }: Exchange, name: LimitClass, value?: string) {
    const key = [name, 'ip', clientIp(request.headers), ...(value === undefined ? [] : [value.toLowerCase()])].join(':')
    const { limiter, budgets } = this.options
    const decision = await this.take(operation, () => limiter.take(key, budgets[name], waitUntil))
    if (!decision || decision.allowed) return
    const headers = limitHeaders([decision])
    throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`, headers)
  }
}

const inputOf = ({ request, waitUntil, asked }: Exchange) => {
  const { params, query } = asked()
  return { params, query, request, waitUntil }
}

/** The value that a second budget is kept by; undefined where the request is refused for its URL. */
function valueOf(asked: () => Asked, name: string): string | undefined {
  try {
    return String(asked().query[name])
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const wantsJson = (request: Request): boolean => request.headers.get('accept')?.includes('application/json') === true
