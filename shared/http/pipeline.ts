import type { Budgets, LimitClass } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import type { Principal, Requirement } from '../auth/principal.ts'
import { ApiError } from './ApiError.ts'
import type { Answer, Answers } from './answers.ts'
import { parseBody, readBytes } from './body.ts'
import { clientIp } from './clientIp.ts'
import { errorResponse } from './errorResponse.ts'
import type { BytesAnswer, Context, JsonAnswer, Spend } from './handler.ts'
import { ownHeaders, requestId, type HeaderTable } from './headers.ts'
import { validate } from './input.ts'
import { limitHeaders } from './limitHeaders.ts'
import { LimiterUnavailable, type Decision, type Limiter } from './limiter.ts'
import { partsOf, type Parts } from './parts.ts'
import { serialise, toStale } from './serialise.ts'

type WaitUntil = (work: Promise<unknown>) => void

/** Resolves who a request acts for (shared/auth/principal.ts); only families that authenticate carry one. */
export type Authenticate = (
  request: Request,
  requirement: Requirement,
  readBody: () => Promise<Uint8Array>,
) => Promise<Principal | null>

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
  readonly authenticate: Authenticate | undefined
}

/** One request on its way to one operation. */
export interface Exchange {
  readonly request: Request
  readonly params: Record<string, string>
  readonly waitUntil: WaitUntil
}

/**
 * The one way of every request that has found its operation: limiter by IP, principal, limiter by principal, bounded body,
 * schema, handler, envelope and cache headers. A read whose answer is fresh in this isolate comes back without waiting.
 */
export class Pipeline<C extends Context> {
  private readonly options: PipelineOptions<C>

  constructor(options: PipelineOptions<C>) {
    this.options = options
  }

  run(operation: Operation, handler: AnyHandler<C>, exchange: Exchange): Response | Promise<Response> {
    const { request } = exchange
    const headers = this.headers(operation, request)
    const fail = (error: unknown) => errorResponse(error, headers)
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
  private admitIp(operation: Operation, { request, waitUntil }: Exchange): Decision[] | Promise<Decision[]> {
    const { limiter, budgets } = this.options
    const ip = clientIp(request.headers)
    const taken = [
      this.take(operation, () =>
        limiter.take(`${operation['x-limit']}:ip:${ip}`, budgets[operation['x-limit']], waitUntil),
      ),
    ]
    const second = operation['x-limit-by']
    if (second) {
      const value = (partsOf(request.url).query.get(second.query) ?? '').slice(0, 64).toLowerCase()
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

  /** A limiter outage never opens a write and never closes a read. */
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
      return decision instanceof Promise ? decision.catch(onOutage) : decision
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
    if (!cache) return this.answer(operation, handler, exchange, headers, decisions)
    const parts = partsOf(request.url)
    const variant = operation['x-answer'] === 'media' && wantsJson(request) ? 'json' : ''
    const key = `${operation.operationId}${variant} ${parts.path}${parts.search}`
    const fresh = this.options.answers.fresh(key)
    if (fresh && parts.minBlock === undefined) return send(request, fresh, headers)
    return this.cached(operation, handler, exchange, headers, { parts, variant, key })
  }

  /** A read of the chain, or of what changes as slowly. */
  private async cached(
    operation: Operation,
    handler: AnyHandler<C>,
    exchange: Exchange,
    headers: HeaderTable,
    { parts, variant, key }: { parts: Parts; variant: string; key: string },
  ): Promise<Response> {
    const cache = operation['x-cache']
    if (!cache) throw new Error(`${operation.operationId} is not cached`)
    const { waitUntil } = exchange
    const input = this.input(operation, exchange, parts)
    const minBlock = input.query['minBlock']
    const produce = async () =>
      serialise(operation, await handler({ ...input, body: {}, principal: undefined }, this.options.context), {
        variant,
        now: this.options.context.now(),
      })
    const least = typeof minBlock === 'number' ? BigInt(minBlock) : undefined
    const { answer, stale } = await this.options.answers.load(key, cache, least, produce, waitUntil)
    return send(exchange.request, stale ? toStale(operation, answer, this.options.context.now()) : answer, headers)
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
    const input = this.input(operation, exchange, partsOf(request.url))
    const kind = operation['x-body']?.kind
    const body = kind === undefined ? {} : validate(bodySchema(operation), parseBody(await read(), kind))
    this.requireChain(body['chainId'])
    const spend: Spend = (name, value) => this.spend(operation, exchange, name, value)
    const handled = await handler({ ...input, body, principal, spend }, this.options.context)
    const answer = await serialise(operation, handled, { variant: '', now: 0 })
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
    if (!authenticate) throw new Error(`${operation.operationId} wants a principal and its family resolves none`)
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

  private input(
    operation: Operation,
    { request, params, waitUntil }: Exchange,
    parts: Parts,
  ): Omit<AnyInput, 'body' | 'principal'> {
    const { request: schemas } = operation
    const query = validate(schemas?.query, Object.fromEntries(parts.query))
    this.requireChain(query['chain'])
    this.requireChain(query['chainId'])
    return { params: validate(schemas?.params, params), query, request, waitUntil }
  }

  private async spend(operation: Operation, { request, waitUntil }: Exchange, name: LimitClass, value?: string) {
    const key = [name, 'ip', clientIp(request.headers), ...(value === undefined ? [] : [value.toLowerCase()])].join(':')
    const { limiter, budgets } = this.options
    const decision = await this.take(operation, () => limiter.take(key, budgets[name], waitUntil))
    if (!decision || decision.allowed) return
    const headers = limitHeaders([decision])
    throw new ApiError('rate_limited', `retry after ${headers['retry-after']} seconds`, headers)
  }

  private requireChain(id: unknown): void {
    const { chainId } = this.options.context.chain.config
    if (id !== undefined && id !== chainId)
      throw new ApiError('unsupported_chain', `only chain ${chainId} is served here`)
  }
}

function bodySchema(operation: Operation): unknown {
  const media = operation.request?.body?.content['application/json']
  return media && 'schema' in media ? media.schema : undefined
}

const wantsJson = (request: Request): boolean => request.headers.get('accept')?.includes('application/json') === true

/** The answer to this caller: 304 when it has it already (RFC 9110 section 13.1.2, weak comparison), no body for HEAD. */
function send(request: Request, answer: Answer, own: HeaderTable): Response {
  const given = request.headers.get('if-none-match')
  const known = given !== null && isKnown(given, answer.headers.get('etag'))
  const body = known || request.method === 'HEAD' ? null : answer.body
  // Copying built headers and setting a few costs less than a table of all of them.
  const response = new Response(body, { status: known ? 304 : 200, headers: answer.headers })
  for (const name in own) response.headers.set(name, own[name] ?? '')
  if (known) response.headers.delete('content-type')
  return response
}

const isKnown = (given: string, etag: string | null): boolean =>
  etag !== null && (given.trim() === '*' || given.split(',').some((tag) => opaque(tag.trim()) === opaque(etag)))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
