import { bodySchema, type Operation } from '../../schema/operation.ts'
import type { AnyPrincipal } from '../auth/principal.ts'
import type { Level } from '../log/log.ts'
import { requestScope, type RequestScope } from '../log/requestScope.ts'
import type { IdempotencyKeys } from '../store/idempotencyKeys.ts'
import { noCalls, noTime, type Time } from '../log/Time.ts'
import { readTrace } from '../log/Trace.ts'
import type { Kept } from '../cache/Memory.ts'
import { Admission, chainIn, demandOf, requireAllowed, type AdmissionOptions, type Exchange } from './Admission.ts'
import { answerOnce } from './answerOnce.ts'
import { answerHeaders, takesCookie } from './answerHeaders.ts'
import { requireReached, type Answers } from './answers.ts'
import { readInput, requireChain, type RequestInput } from './readInput.ts'
import { createSemaphore, type Semaphore } from '../cache/createSemaphore.ts'
import { errorResponse } from './errorResponse.ts'
import type { OpenKeyed } from './keyedBuilds.ts'
import type { BytesAnswer, Charge, Context, GiveBack, JsonAnswer, Spend, StreamAnswer, WaitUntil } from './handler.ts'
import { makePrivate, type HeaderTable } from './headers.ts'
import { validate } from './validate.ts'
import type { Spent } from './limiter.ts'
import { logRequest } from './logRequest.ts'
import { nameUnknown, unknownFields, unknownIn, type UnknownParameter } from './unknownParameters.ts'
import { RequestBody } from './RequestBody.ts'
import { send, sendStream } from './send.ts'
import { serialise, toStale } from './serialise.ts'
import type { Watch } from '../log/Watch.ts'
import type { WarmRead, WarmReads } from './WarmReads.ts'

/** A handler as the pipeline sees it, with input validated by the operation's schemas. */
export type AnyHandler<C> = (input: AnyInput, context: C) => Promise<JsonAnswer<unknown> | BytesAnswer | StreamAnswer>
export interface AnyInput {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown>
  readonly principal: AnyPrincipal | undefined
  readonly request: Request
  /** For an operation whose contract has an `x-limit-inside`. */
  readonly spend?: Spend
  /** For one whose contract has `x-limit-units`. */
  readonly charge?: Charge
  readonly giveBack?: GiveBack
  readonly waitUntil: WaitUntil
}

export interface PipelineOptions<C extends Context> extends AdmissionOptions {
  readonly context: C
  readonly answers: Answers
  readonly answered: Kept<Answered<C>>
  /** Of a family whose writes take an Idempotency-Key. */
  readonly keys: IdempotencyKeys | undefined
  /** Absent in a family without builders. */
  readonly keyed: OpenKeyed | undefined
  readonly watch?: Watch | undefined
  /** Of a family whose reads are kept. */
  readonly warmReads: WarmReads | undefined
}

/** A request for an operation, before it is parsed. */
interface Routed<C> extends Exchange {
  readonly handler: AnyHandler<C>
  /** Query parameters that the operation does not know. */
  readonly unknown: readonly UnknownParameter[]
  /** Whether its URL is that of an earlier one. */
  readonly isAgain: boolean
}

/** A request in progress: its handler, the headers of its answer, and its upstream calls so far. */
interface Run<C> extends Routed<C> {
  readonly headers: HeaderTable
  readonly scope: RequestScope
  /** Adds Server-Timing to the headers. It is called just before the answer is made. */
  readonly time: () => void
  /** The level of its log line: answers from the isolate's memory are many, and cost nothing. */
  level: Level
}

/** The parsed request behind an answer to a method and a URL: the next one for them is neither routed nor its URL parsed. */
export interface Answered<C> {
  readonly operation: Operation
  readonly handler: AnyHandler<C>
  readonly input: RequestInput
  readonly unknown: readonly UnknownParameter[]
  /** Of a read that needs no look at the rest of a request. */
  readonly warm: WarmRead | undefined
}

/** Large bodies that an isolate deals with at once, each for at most so long: all of them are in its memory. */
const LARGE_BODIES = { places: 2, mostMs: 90_000 }
/** How long a URL is remembered after its last request. */
const ANSWERED_MS = 600_000

/**
 * The path of every request that matched an operation: limiter by IP, principal, limiter by principal, bounded body,
 * schema, handler, envelope and cache headers. A read whose answer is still fresh in this isolate is answered without
 * waiting.
 */
export class Pipeline<C extends Context> {
  readonly #options: PipelineOptions<C>
  readonly #admission: Admission
  readonly #largeBodies: Semaphore

  constructor(options: PipelineOptions<C>) {
    this.#options = options
    this.#admission = new Admission(options)
    this.#largeBodies = createSemaphore({ ...LARGE_BODIES, now: options.context.now })
  }

  /** A request for a method and a URL that were answered before; undefined if there was none. */
  again(request: Request, url: string, waitUntil: WaitUntil): Response | Promise<Response> | undefined {
    const before = this.#options.answered.get(answeredKey(request.method, url))
    if (!before) return undefined
    const { operation, handler, input, unknown, warm } = before
    const answer = warm && this.#options.warmReads?.answer(warm, request, waitUntil)
    return answer ?? this.#run({ operation, handler, unknown, request, waitUntil, input: () => input, isAgain: true })
  }

  /** The first request for a URL, its path parsed by the router. */
  first(
    operation: Operation,
    handler: AnyHandler<C>,
    request: Request,
    params: Record<string, string>,
    waitUntil: WaitUntil,
  ): Response | Promise<Response> {
    const { chainId } = this.#options.context.chain.config
    let input: RequestInput | undefined
    const read = () => (input ??= readInput(operation, params, request.url, chainId))
    const unknown = unknownIn(operation, request.url)
    return this.#run({ operation, handler, request, waitUntil, input: read, unknown, isAgain: false })
  }

  #run(routed: Routed<C>): Response | Promise<Response> {
    const { operation, request } = routed
    const { context, watch } = this.#options
    const { now, baseUrl } = context
    const from = now()
    const headers = answerHeaders(operation, request, context)
    const scope: RequestScope = {
      id: headers['x-request-id'] ?? '',
      operation: operation.operationId,
      minBlock: undefined,
      trace: readTrace(request.headers),
      upstream: noCalls(),
      store: noTime(),
      watch,
      waitUntil: routed.waitUntil,
    }
    const time = () => serverTiming(headers, scope, now() - from, !takesCookie(operation))
    const run: Run<C> = { ...routed, headers, scope, time, level: 'info' }
    const fail = (error: unknown) => {
      time()
      return requestScope.run(scope, () => errorResponse(error, headers, { request, baseUrl, operation }))
    }
    const logged = (response: Response) => {
      const report = watch?.report()
      if (report) routed.waitUntil(report)
      return logRequest(response, scope, now() - from, run.level)
    }
    try {
      const admitted = this.#admission.byIp(routed)
      const response =
        admitted instanceof Promise
          ? admitted.then((decisions) => this.#admitted(run, decisions))
          : this.#admitted(run, admitted)
      return response instanceof Promise ? response.catch(fail).then(logged) : logged(response)
    } catch (error) {
      return logged(fail(error))
    }
  }

  #admitted(run: Run<C>, decisions: Spent[]): Response | Promise<Response> {
    const { operation, request, headers } = run
    requireAllowed(decisions, headers)
    nameUnknown(run.unknown, request, headers)
    const demand = demandOf(run)
    if (demand?.auth === 'admin') makePrivate(headers)
    if (!operation['x-cache'] || demand) return requestScope.run(run.scope, () => this.#answer(run, decisions))
    const input = run.input()
    const variant = operation['x-answer'] === 'media' && wantsJson(request) ? 'json' : ''
    const key = `${variant}${input.key}`
    const fresh = this.#options.answers.fresh(key)
    if (fresh && input.minBlock === undefined) {
      // What the isolate kept took no time that the clock shows.
      run.level = 'debug'
      return send(request, fresh, headers)
    }
    return this.#cached(run, { input, variant, key })
  }

  /** A read of the chain, or of data that changes as slowly. */
  async #cached(
    run: Run<C>,
    { input, variant, key }: { input: RequestInput; variant: string; key: string },
  ): Promise<Response> {
    const { operation, handler, request, waitUntil, headers } = run
    const cache = operation['x-cache']
    if (!cache) throw new Error(`${operation.operationId} is not cached`)
    const { answers, context } = this.#options
    const given = { ...inputOf(run), body: {}, principal: undefined }
    const scope = { ...run.scope, minBlock: input.minBlock }
    const produce = async () => {
      const handled = await requestScope.run(scope, () => handler(given, context))
      if ('stream' in handled) throw new Error(`${operation.operationId} is cached, and answers with a stream`)
      return serialise(operation, handled, { variant, now: context.now(), cache })
    }
    const { answer, stale } = await answers.load(key, cache, input.minBlock, produce, waitUntil)
    this.#remember(run)
    run.time()
    return send(request, stale ? toStale(operation, answer, context.now()) : answer, headers)
  }

  #remember(run: Run<C>): void {
    const { operation, handler, request, unknown } = run
    const { answered, context, warmReads } = this.#options
    const input = run.input()
    const warm = warmReads?.readOf(operation, input, unknown, chainIn(operation, run.input))
    const key = answeredKey(request.method, request.url)
    answered.set(key, { operation, handler, input, unknown, warm }, context.now() + ANSWERED_MS)
  }

  /** Everything else: sign-in, builders, writes, and reads that also store something. */
  async #answer(run: Run<C>, decisions: Spent[]): Promise<Response> {
    const sent = new RequestBody(run.request, run.operation['x-body']?.bound ?? 0, this.#largeBodies)
    try {
      return await this.#handle(run, decisions, sent)
    } finally {
      sent.end()
    }
  }

  async #handle(run: Run<C>, decisions: Spent[], sent: RequestBody): Promise<Response> {
    const { operation, handler, request, headers } = run
    const principal = await this.#admission.principal(run, decisions, headers, sent.read)
    const input = inputOf(run)
    const { context } = this.#options
    const kind = operation['x-body']?.kind
    const json = kind === undefined ? {} : await sent.parse(kind)
    const body = validate(bodySchema(operation), json)
    nameUnknown([...run.unknown, ...unknownFields(operation, json)], request, headers)
    requireChain(body['chainId'], context.chain.config.chainId)
    const spend: Spend = (name, value) => this.#admission.spend(run, name, value)
    const charge: Charge = (units) => this.#admission.charge(run, principal, units, headers, decisions)
    const giveBack: GiveBack = () => this.#admission.giveBack(run, decisions, headers)
    const { minBlock } = run.input()
    const keyed = await this.#keyed(run, principal, body)
    const handle = () => handler({ ...input, body, principal, spend, charge, giveBack }, context)
    const { callsId } = keyed ?? {}
    const { params, query } = input
    const once = { operation, request, principal, inputs: [params, query, body], keys: this.#options.keys }
    const { given, isReplay } = await answerOnce({ ...once, now: context.now() }, (ticket) =>
      // Where it says no more, the scope of the request is entered already.
      (minBlock ?? callsId ?? ticket) === undefined
        ? handle()
        : requestScope.run({ ...run.scope, minBlock, callsId, ticket }, handle),
    )
    if (isReplay) headers['idempotency-replayed'] = 'true'
    if ('stream' in given) {
      run.time()
      return sendStream(given, headers)
    }
    // What fails before is not kept: another body may then take the key.
    await keyed?.claim()
    const answer = await serialise(operation, given, { variant: '', now: 0, cache: undefined })
    requireReached(answer, minBlock)
    if (!run.isAgain && isFixed(operation, request.url)) this.#remember(run)
    run.time()
    return send(request, answer, headers)
  }

  /** A build under the key that its request brings. */
  async #keyed({ operation, request }: Run<C>, principal: AnyPrincipal | undefined, body: unknown) {
    const { keyed, context } = this.#options
    if (operation['x-idempotency'] !== 'calls') return undefined
    const { operationId } = operation
    if (!keyed || !principal) throw new Error(`${operationId} takes keys, and has no caller or no place for them`)
    return keyed({ request, principal, operationId, chainId: context.chain.config.chainId, body })
  }
}

/** HEAD asks for what GET answers. */
const answeredKey = (method: string, url: string): string =>
  method === 'GET' || method === 'HEAD' ? url : `${method} ${url}`

/** Whether requests differ in their body alone: of these there is one URL for each operation. */
const isFixed = ({ path, 'x-body': body }: Operation, url: string): boolean =>
  body !== undefined && !path.includes('{') && !url.includes('?')

const inputOf = ({ request, waitUntil, input }: Exchange) => {
  const { params, query } = input()
  return { params, query, request, waitUntil }
}

const wantsJson = (request: Request): boolean => request.headers.get('accept')?.includes('application/json') === true

/**
 * Says in `Server-Timing` (W3C Server Timing) how long an answer took, in milliseconds, and of that how long it waited for
 * nodes and services of others (`upstream`) and for the database and Durable Objects (`store`), where it did. Only where
 * `isPublic`, pages of every origin may read it and the other times of the request from their browser (`Timing-Allow-Origin`).
 */
function serverTiming(headers: HeaderTable, { upstream, store }: RequestScope, ms: number, isPublic: boolean): void {
  const waited = (name: string, time: Time | undefined) => (time && time.ms > 0 ? `${name};dur=${time.ms}, ` : '')
  headers['server-timing'] = `${waited('upstream', upstream)}${waited('store', store)}total;dur=${ms}`
  if (isPublic) headers['timing-allow-origin'] = '*'
}
