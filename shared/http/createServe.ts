import { Hono, type Context as HonoContext, type ExecutionContext } from 'hono'
import type * as z from 'zod'
import type { Authenticate } from '../auth/principal.ts'
import { FAMILIES, type FamilyName } from '../../schema/families.ts'
import { budgets } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { FAMILY_READS } from './familyReads.ts'
import { answerBatch } from './answerBatch.ts'
import { Answers } from './answers.ts'
import { isTooLong } from './readInput.ts'
import { createChainHealth } from './chainHealth.ts'
import type { OpenChain } from '../chain/openChain.ts'
import { contextOver } from './contextOver.ts'
import { createWatch } from './createWatch.ts'
import { configuredProviders } from '../env/configuredProviders.ts'
import type { PipelineEnv } from '../env/env.ts'
import { perEnvironment } from '../env/perEnvironment.ts'
import { openEnv } from '../env/readEnv.ts'
import { errorResponse, orRefuse } from './errorResponse.ts'
import type { AnyHandler, Context, Handlers, WaitUntil } from './handler.ts'
import { answerHeaders, preflight } from './headers.ts'
import { afterBody, drainFor } from './afterBody.ts'
import type { OpenKeyed } from './keyedBuilds.ts'
import { createLimiter } from './limiter.ts'
import { createUnknownPath, type KnownRoute } from './unknownPath.ts'
import { logRequest } from './logRequest.ts'
import type { Level } from '../log/log.ts'
import { readTrace } from '../log/Trace.ts'
import type { IdempotencyKeys } from '../store/idempotencyKeys.ts'
import type { Route } from './ParsedRequests.ts'
import { Pipeline } from './pipeline.ts'
import { type MakeDocument, plainDocument, type PlainDocument } from './plainDocument.ts'

/**
 * Everything that makes a family: its operations, one handler for each, and what its handlers need beyond the common
 * context.
 */
export interface Family<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context> {
  readonly name: FamilyName
  /** The schema of its Worker's environment, which is read once, on the first request. */
  readonly env: z.ZodType<E>
  readonly operations: O
  readonly handlers: Handlers<O, C>
  readonly context: (common: Context, env: E, self: Self) => C
  readonly authenticate?: (context: C, env: E) => Authenticate
  /** Opens the store of the answers of writes that take an Idempotency-Key. */
  readonly keys?: (env: E) => IdempotencyKeys
  /** For a family with builders: binds built calls to the keys of their requests. */
  readonly keyed?: (env: E) => OpenKeyed
  /** Documents of the host by their paths, which are outside the contract (schema/hostPaths.ts). */
  readonly documents?: (env: E) => ReadonlyMap<string, MakeDocument>
  /** Routes of other Workers; a 404 may suggest the nearest. */
  readonly elsewhere?: readonly KnownRoute[]
}

/**
 * Answers a request like any other to this Worker, without leaving the isolate: for a family that calls its own public reads
 * on behalf of a caller. `waitUntil` belongs to that caller's request.
 */
export type Self = (request: Request, waitUntil: WaitUntil) => Promise<Response>

/**
 * Makes the fetch handler of a family over a chain. Its dependencies are built on the first request of an environment: an
 * isolate has one.
 */
export const createServe =
  (openChain: OpenChain) =>
  <O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(family: Family<O, E, C>) =>
    handlerOf(family, openChain)

function handlerOf<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
  openChain: OpenChain,
) {
  const answerOf = perEnvironment((env) => assemble(family, openEnv(family.env, env), openChain))
  const bounds = Object.values(family.operations).map((operation) => operation['x-body']?.bound ?? 0)
  const drain = drainFor(Math.max(0, ...bounds))
  return (request: Request, env: object, ctx: ExecutionContext): Response | Promise<Response> => {
    const answer = orRefuse(request, () => answerOf(env))
    if (answer instanceof Response) return answer
    return request.body === null ? answer(request, ctx) : afterBody(request, answer(request, ctx), drain)
  }
}

type Fetch = (request: Request, ctx: ExecutionContext) => Response | Promise<Response>

function assemble<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
  env: E,
  openChain: OpenChain,
): Fetch {
  // Set once everything is assembled, before the first request.
  let answer: Fetch | undefined
  const self: Self = async (request, waitUntil) => {
    if (!answer) throw new Error('the Worker is not assembled yet')
    return answer(request, { waitUntil, passThroughOnException() {}, props: {} })
  }
  const context = family.context(contextOver(openChain, env), env, self)
  const { memory, now, baseUrl } = context
  const watch = createWatch(env.STATUS_BOARD, now)
  const pipeline = new Pipeline<C>({
    context,
    watch,
    limiter: createLimiter({ store: env.LIMITS, now, memory, watch }),
    budgets: budgets(env),
    answers: new Answers({
      freshMs: context.chain.config.blockTimeMs,
      edge: env.EDGE_CACHE ? { cache: caches.default, deployment: context.baseUrl } : undefined,
      now,
      memory,
    }),
    authenticate: family.authenticate?.(context, env),
    keys: family.keys?.(env),
    keyed: family.keyed?.(env),
  })
  const app = new Hono({ strict: true })
  const logged = (response: Response, request: Request, level: Level = 'info') => {
    const id = response.headers.get('x-request-id') ?? ''
    return logRequest(response, { id, minBlock: undefined, trace: readTrace(request.headers) }, 0, level)
  }
  const refuse = (error: ApiError, request: Request, operation?: Operation) =>
    logged(errorResponse(error, answerHeaders(operation, request.headers, context), { request, baseUrl }), request)

  const routes: KnownRoute[] = [...(family.elsewhere ?? [])]
  const serveDocument = (path: string, make: (c: HonoContext) => ReturnType<MakeDocument>) => {
    routes.push({ method: 'GET', path, allow: 'GET, HEAD, OPTIONS' })
    app.all(path, (c) => plainDocument(c.req.raw, baseUrl, () => make(c)))
  }
  // Before operations whose path has a parameter there.
  const readChain = createChainHealth(context.chain, context.now)
  serveDocument(`/api${FAMILIES[family.name][0]}/health`, async (c) =>
    health({
      family: family.name,
      status: 'ok',
      ...(c.req.query('chain') === undefined
        ? {}
        : { chain: await readChain((work) => c.executionCtx.waitUntil(work)) }),
      ...(c.req.query('providers') === undefined ? {} : { providers: configuredProviders(family.env, env) }),
    }),
  )
  for (const [path, make] of family.documents?.(env) ?? []) serveDocument(path, make)
  for (const [path, methods] of byPath(family)) {
    const [first] = [...methods.values()]
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    for (const [method, { operation }] of methods)
      routes.push({ method, path: `/api${operation.path}`, operation, operationId: operation.operationId, allow })
    app.all(path, (c) => {
      const request = c.req.raw
      const entry = methods.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (entry) {
        const waitUntil = waitUntilOf(c.executionCtx)
        return pipeline.answer(entry, request, c.req.param(), waitUntil)
      }
      if (request.method === 'OPTIONS')
        return logged(preflight(answerHeaders(first?.operation, request.headers, context), allow), request, 'debug')
      const error = new ApiError('method_not_allowed', `this path accepts ${allow}`, { allow })
      return refuse(error, request, first?.operation)
    })
  }
  const unknownPath = createUnknownPath(routes)
  app.notFound((c) => {
    const request = c.req.raw
    const redirected = unknownPath.redirect(request, (operation) => answerHeaders(operation, request.headers, context))
    return redirected ? logged(redirected, request) : refuse(unknownPath.error(request), request)
  })
  app.onError((error, c) => {
    const request = c.req.raw
    return errorResponse(error, answerHeaders(undefined, request.headers, context), { request, baseUrl })
  })
  answer = (request, ctx) => {
    const { url } = request
    if (url === FAMILY_READS) return answerBatch(request, baseUrl, (read) => self(read, waitUntilOf(ctx)))
    if (isTooLong(url)) return refuse(new ApiError('uri_too_long'), request)
    return pipeline.answerAgain(request, url, waitUntilOf(ctx)) ?? app.fetch(request, undefined, ctx)
  }
  return answer
}

const waitUntilOf =
  (ctx: Pick<ExecutionContext, 'waitUntil'>): WaitUntil =>
  (work) =>
    ctx.waitUntil(work)

const health = (data: object): PlainDocument => ({
  body: JSON.stringify({ success: true, data }),
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
})

function byPath<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
): Map<string, Map<string, Route<C>>> {
  const paths = new Map<string, Map<string, Route<C>>>()
  for (const [id, operation] of Object.entries(family.operations)) {
    const path = `/api${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    const methods = paths.get(path) ?? new Map<string, Route<C>>()
    // The pipeline validates by the operation's schemas, from which the handler's input type is derived.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const handler = family.handlers[id] as unknown as AnyHandler<C>
    paths.set(path, methods.set(operation.method.toUpperCase(), { operation, handler }))
  }
  return paths
}
