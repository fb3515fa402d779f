import { bodySchema, type CacheEntry, type Operation } from '../../schema/operation.ts'
import type { AnyPrincipal } from '../auth/principal.ts'
import { type ReadItem, readItem } from '../chain/ReadBatch.ts'
import { ApiError } from '../errors/ApiError.ts'
import { toBase64url } from '../text/bytes.ts'
import { isLogged, type Level } from '../log/log.ts'
import { requestScope, type RequestScope } from '../log/requestScope.ts'
import type { IdempotencyKeys } from '../store/idempotencyKeys.ts'
import { noCalls, noTime, type Time } from '../log/Time.ts'
import { readTrace } from '../log/Trace.ts'
import { Admission, demandOf, requireAllowed, type AdmissionOptions, type Exchange } from './Admission.ts'
import { answerOnce } from './answerOnce.ts'
import { requireReached, type Answer, type Answers } from './answers.ts'
import { requireChain } from './readInput.ts'
import { clientIp } from './clientIp.ts'
import { createSemaphore, type Semaphore } from '../cache/createSemaphore.ts'
import { errorResponse } from './errorResponse.ts'
import type { OpenKeyed } from './keyedBuilds.ts'
import type { Charge, Context, GiveBack, Spend, WaitUntil } from './handler.ts'
import { answerHeaders, makePrivate, takesCookie, type HeaderTable } from './headers.ts'
import { validate } from './validate.ts'
import type { Spent } from './limiter.ts'
import { logRequest } from './logRequest.ts'
import { ParsedRequests, type ParsedRequest, type Route } from './ParsedRequests.ts'
import { nameUnknown, unknownFields } from './unknownParameters.ts'
import { RequestBody } from './RequestBody.ts'
import { send, sendStream } from './send.ts'
import { serialise, toStale, withFields } from './serialise.ts'
import type { Watch } from '../log/Watch.ts'

export interface PipelineOptions<C extends Context> extends AdmissionOptions {
  readonly context: C
  readonly answers: Answers
  /** Of a family whose writes take an Idempotency-Key. */
  readonly keys: IdempotencyKeys | undefined
  /** Absent in a family without builders. */
  readonly keyed: OpenKeyed | undefined
  readonly watch?: Watch | undefined
}

/** A request in progress: the headers of its answer, the level of its log line, and when it began, in unix milliseconds. */
interface Run<C> extends ParsedRequest<C>, Exchange {
  readonly headers: HeaderTable
  readonly from: number
  /** Of a request in a batch. */
  readonly item: ReadItem | undefined
  level: Level
  /** Made on first use: an answer from memory needs none. */
  scope?: RequestScope
}

/** How long caches keep an answer as of a block that is not final yet. */
const UNTIL_FINAL = { sMaxAge: 30, staleWhileRevalidate: 60 }

/** Large bodies that an isolate handles at once, each for at most so long: all of them are in its memory. */
const LARGE_BODIES = { slots: 2, mostMs: 90_000 }

/**
 * The path of every request that matched an operation (docs/requests.md): limiter by IP, principal, limiter by principal,
 * bounded body, schema, handler, envelope and cache headers.
 */
export class Pipeline<C extends Context> {
  readonly #options: PipelineOptions<C>
  readonly #admission: Admission
  readonly #parsed: ParsedRequests<C>
  readonly #largeBodies: Semaphore

  constructor(options: PipelineOptions<C>) {
    const { memory, now, chain } = options.context
    this.#options = options
    this.#admission = new Admission(options)
    this.#parsed = new ParsedRequests({ memory, now, chainId: chain.config.chainId })
    this.#largeBodies = createSemaphore({ ...LARGE_BODIES, now })
  }

  /** The answer to a request whose method and URL this isolate has answered before; undefined if it must be routed. */
  answerAgain(request: Request, url: string, waitUntil: WaitUntil): Promise<Response> | undefined {
    const parsed = this.#parsed.find(request.method, url)
    return parsed && this.#run(parsed, request, waitUntil)
  }

  /** The answer to a request that the router has matched. */
  answer(route: Route<C>, request: Request, params: Record<string, string>, waitUntil: WaitUntil): Promise<Response> {
    return this.#run(this.#parsed.parse(route, request.url, params), request, waitUntil)
  }

  async #run({ operation, handler, input, unknown }: ParsedRequest<C>, request: Request, waitUntil: WaitUntil) {
    const { context, watch } = this.#options
    const { now, baseUrl } = context
    const { headers: given } = request
    const headers = answerHeaders(operation, given, context)
    const ip = clientIp(given)
    const from = now()
    const item = readItem.getStore()
    const run: Run<C> = {
      operation,
      handler,
      input,
      unknown,
      request,
      ip,
      waitUntil,
      headers,
      from,
      item,
      level: 'info',
    }
    if (item && !isJson(operation)) {
      const error = new ApiError('invalid_request', 'this operation does not answer with JSON; request it by itself')
      return errorResponse(error, headers, { request, baseUrl })
    }
    let response: Response
    try {
      const decisions = await this.#admission.byIp(run)
      requireAllowed(decisions, headers)
      nameUnknown(unknown, request, headers)
      const demand = demandOf(run)
      if (demand?.auth === 'admin') makePrivate(headers)
      const cache = demand ? undefined : operation['x-cache']
      const make = () => (cache ? this.#read(run, cache) : this.#answer(run, decisions))
      response = (cache && this.#fromMemory(run)) ?? (await requestScope.run(this.#scopeOf(run), make))
    } catch (error) {
      this.#time(run)
      response = requestScope.run(this.#scopeOf(run), () =>
        errorResponse(error, headers, { request, baseUrl, operation }),
      )
    }
    const report = watch?.report()
    if (report) waitUntil(report)
    return isLogged(run.level) ? logRequest(response, this.#scopeOf(run), now() - run.from, run.level) : response
  }

  #scopeOf(run: Run<C>): RequestScope {
    const { operation, request, headers, waitUntil } = run
    return (run.scope ??= {
      id: headers['x-request-id'] ?? '',
      operation: operation.operationId,
      minBlock: undefined,
      trace: readTrace(request.headers),
      upstream: noCalls(),
      store: noTime(),
      watch: this.#options.watch,
      waitUntil,
    })
  }

  /** Adds Server-Timing to the headers, just before the answer is made. */
  #time(run: Run<C>): void {
    const { now } = this.#options.context
    serverTiming(run.headers, this.#scopeOf(run), now() - run.from, !takesCookie(run.operation))
  }

  /** The answer of a read that the isolate has, if it is fresh. */
  #fromMemory(run: Run<C>): Response | undefined {
    const { request, headers } = run
    const { minBlock, fields } = run.input()
    const item = itemOf(run)
    const isWhole = minBlock === undefined && fields === undefined
    const kept = isWhole ? this.#options.answers.fresh(answerKey(run)) : undefined
    const answer = kept && item && !isOfBatch(kept, item) ? undefined : kept
    // It takes no time that the clock shows, and costs nothing: it has no Server-Timing, and a log line at level debug alone.
    if (answer) run.level = 'debug'
    return answer && send(request, answer, headers)
  }

  /** A read of the chain, or of data that changes as slowly: made once for all who need it now. */
  async #read(run: Run<C>, usual: CacheEntry): Promise<Response> {
    const { operation, handler, request, waitUntil, headers } = run
    const { answers, context } = this.#options
    const { params, query, minBlock, block, fields } = run.input()
    const scope: RequestScope = { ...this.#scopeOf(run), minBlock, block }
    const cache = block === undefined ? usual : { ...usual, ...UNTIL_FINAL }
    const produce = async () => {
      const given = { params, query, body: {}, principal: undefined, request, waitUntil }
      const handled = await requestScope.run(scope, () => handler(given, context))
      if ('stream' in handled) throw new Error(`${operation.operationId} is cached, and answers with a stream`)
      const { isFinal } = scope
      return serialise(operation, handled, { variant: variantOf(run), now: context.now(), cache, isFinal })
    }
    const key = answerKey(run)
    const item = itemOf(run)
    const { answer, stale } = item
      ? { answer: await answers.loadAlone(key, cache, minBlock, produce, item), stale: false }
      : await answers.load(key, cache, minBlock, produce, waitUntil)
    this.#parsed.keep(run, request)
    const given = stale ? toStale(operation, answer, context.now()) : answer
    const chosen = fields ? await withFields(given, fields) : given
    this.#time(run)
    return send(request, chosen, headers)
  }

  /** All other requests: sign-in, builders, writes, and reads that also store something. */
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
    const { minBlock: ofBody, ...body } = validate(bodySchema(operation), json)
    nameUnknown([...run.unknown, ...unknownFields(operation, json)], request, headers)
    requireChain(body['chainId'], context.chain.config.chainId)
    const spend: Spend = (name, value) => this.#admission.spend(run, name, value)
    const charge: Charge = (units) => this.#admission.charge(run, principal, units, headers, decisions)
    const giveBack: GiveBack = () => this.#admission.giveBack(run, decisions, headers)
    const minBlock = typeof ofBody === 'bigint' ? ofBody : run.input().minBlock
    const keyed = await this.#keyed(run, principal, body)
    const handle = () => handler({ ...input, body, principal, spend, charge, giveBack }, context)
    const { callsId } = keyed ?? {}
    const reviewUrlOf =
      operation['x-idempotency'] === 'calls'
        ? (from: string) =>
            reviewUrl(context.baseUrl, operation.operationId, {
              ...(typeof json === 'object' ? json : {}),
              from,
              minBlock: undefined,
            })
        : undefined
    const { params, query } = input
    const once = { operation, request, principal, inputs: [params, query, body], keys: this.#options.keys }
    const { given, isReplay } = await answerOnce({ ...once, now: context.now() }, (ticket) =>
      // Without further fields, the scope of the request is entered already.
      (minBlock ?? callsId ?? ticket ?? reviewUrlOf) === undefined
        ? handle()
        : requestScope.run({ ...this.#scopeOf(run), minBlock, callsId, ticket, reviewUrlOf }, handle),
    )
    if (isReplay) headers['idempotency-replayed'] = 'true'
    if ('stream' in given) {
      this.#time(run)
      return sendStream(given, headers)
    }
    const answer = await serialise(operation, given, { variant: '', now: 0, cache: undefined })
    requireReached(answer, minBlock)
    // A failed build does not claim its key: another body may then take it.
    await keyed?.claim()
    if (isFixed(operation, request.url)) this.#parsed.keep(run, request)
    const { fields } = run.input()
    const chosen = fields ? await withFields(answer, fields) : answer
    this.#time(run)
    return send(request, chosen, headers)
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

/** Characters of a review's address: chats and logs cut longer ones. */
const MOST_REVIEW = 2000

/**
 * Address of the page where a person builds the same call again and sends it (docs/building.md). The arguments are in the
 * fragment, which no request has. Null if they do not fit.
 */
function reviewUrl(baseUrl: string, operationId: string, args: object): string | null {
  const link = toBase64url(new TextEncoder().encode(JSON.stringify(args)))
  const url = `${new URL(baseUrl).origin}/review#${operationId}:${link}`
  return url.length <= MOST_REVIEW ? url : null
}

/** Whether requests of an operation differ in their body alone: they share one URL. */
const isFixed = ({ path, 'x-body': body }: Operation, url: string): boolean =>
  body !== undefined && !path.includes('{') && !url.includes('?')

const inputOf = ({ request, waitUntil, input }: Exchange) => {
  const { params, query } = input()
  return { params, query, request, waitUntil }
}

const isJson = ({ 'x-answer': answer }: Operation): boolean => answer === 'envelope' || answer === 'document'

/** Its part in a batch; undefined if it names a block of its own. */
const itemOf = ({ item, input }: Pick<Run<unknown>, 'item' | 'input'>): ReadItem | undefined =>
  input().block === undefined ? item : undefined

/** Whether a kept answer may stand in a batch: of the index or of no block, it would be the same if it were made again. */
const isOfBatch = ({ asOf, blockNumber }: Answer, item: ReadItem): boolean =>
  asOf
    ? asOf.source === 'index' || item.accepts({ ...asOf, blockNumber: BigInt(asOf.blockNumber) })
    : blockNumber === undefined

/** Media has two forms. */
const variantOf = ({ operation, request }: Exchange): 'json' | '' =>
  operation['x-answer'] === 'media' && wantsJson(request) ? 'json' : ''

const answerKey = (run: Exchange): string => `${variantOf(run)}${run.input().key}`

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
