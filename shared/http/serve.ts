import { Hono, type ExecutionContext } from 'hono'
import type * as z from 'zod'
import type { Authenticate } from '../auth/principal.ts'
import { FAMILIES, type FamilyName } from '../../schema/families.ts'
import { budgets } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { Answers } from './answers.ts'
import { isTooLong } from './readInput.ts'
import { createChainHealth } from './chainHealth.ts'
import { createContext } from './context.ts'
import type { PipelineEnv } from '../env/env.ts'
import { perEnvironment } from '../env/perEnvironment.ts'
import { readEnv } from '../env/readEnv.ts'
import { errorResponse } from './errorResponse.ts'
import type { Context, Handlers, WaitUntil } from './handler.ts'
import { ownHeaders, preflight, requestId, type HeaderTable } from './headers.ts'
import { afterBody, drainFor } from './afterBody.ts'
import { createLimiter } from './limiter.ts'
import { logRequest } from './logRequest.ts'
import type { Level } from '../log/log.ts'
import { requestScope } from '../log/requestScope.ts'
import { Pipeline, type AnyHandler } from './pipeline.ts'
import { plainDocument, type PlainDocument } from './plainDocument.ts'

/**
 * Everything that makes a family: its operations, one handler for each, and what its handlers need beyond the common
 * context.
 */
export interface Family<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context> {
  readonly name: FamilyName | 'gateway'
  /** The schema of its Worker's environment, which is read once, on the first request. */
  readonly env: z.ZodType<E>
  readonly operations: O
  readonly handlers: Handlers<O, C>
  readonly context: (common: Context, env: E, self: Self) => C
  readonly authenticate?: (context: C, env: E) => Authenticate
  /** Documents of the host by their paths, which are no operations of the contract (HOST_PATHS in schema/families.ts). */
  readonly documents?: (env: E) => ReadonlyMap<string, PlainDocument>
}

/**
 * Answers a request as this Worker answers any, without leaving the isolate: for a family that asks its own public reads for
 * somebody. `waitUntil` is that of the request for which it asks.
 */
export type Self = (request: Request, waitUntil: WaitUntil) => Promise<Response>

/** A family's fetch handler. Its dependencies are built on the first request of an environment: an isolate has one. */
export function serve<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
) {
  const answerOf = perEnvironment((env) => assemble(family, readEnv(family.env, env)))
  const bounds = Object.values(family.operations).map((operation) => operation['x-body']?.bound ?? 0)
  const drain = drainFor(Math.max(0, ...bounds))
  return (request: Request, env: object, ctx: ExecutionContext): Response | Promise<Response> => {
    let answer: Fetch
    try {
      answer = answerOf(env)
    } catch (error) {
      // A variable is wrong: the log names it, and the caller gets the envelope.
      const id = requestId(request.headers.get('x-request-id'))
      return requestScope.run({ id, minBlock: undefined }, () => errorResponse(error, ownHeaders(id)))
    }
    return request.body === null ? answer(request, ctx) : afterBody(request, answer(request, ctx), drain)
  }
}

type Fetch = (request: Request, ctx: ExecutionContext) => Response | Promise<Response>

/** Share of the isolate's memory. */
const ANSWERED_BYTES = 1024 * 1024

function assemble<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
  env: E,
): Fetch {
  // Known once everything is assembled; nobody asks before that.
  let answer: Fetch | undefined
  const self: Self = async (request, waitUntil) => {
    if (!answer) throw new Error('the Worker is not assembled yet')
    return answer(request, { waitUntil, passThroughOnException() {}, props: {} })
  }
  const context = family.context(createContext(env), env, self)
  const { memory, now } = context
  const pipeline = new Pipeline<C>({
    context,
    limiter: createLimiter({ store: env.LIMITS, now, memory }),
    budgets: budgets(env),
    answers: new Answers({
      freshMs: context.chain.config.blockTimeMs,
      edge: env.EDGE_CACHE ? { cache: caches.default, deployment: context.baseUrl } : undefined,
      now,
      memory,
    }),
    // The inputs are about as long as the key that is made from them.
    answered: memory.cache(ANSWERED_BYTES, ({ input }) => 4 * input.key.length),
    authenticate: family.authenticate?.(context, env),
  })
  const app = new Hono({ strict: true })
  const logged = (response: Response, headers: HeaderTable, level: Level = 'info') =>
    logRequest(response, { id: headers['x-request-id'] ?? '', minBlock: undefined }, 0, level)
  const refuse = (error: ApiError, request: Request, operation?: Operation) => {
    const headers = pipeline.headers(operation, request)
    return logged(errorResponse(error, headers), headers)
  }

  // Before operations whose path has a parameter there. The gateway's health covers all families, and is a separate document.
  const readChain = createChainHealth(context.chain, context.now)
  if (family.name !== 'gateway')
    app.all(`/api${FAMILIES[family.name][0]}/health`, (c) =>
      plainDocument(c.req.raw, async () =>
        health({
          family: family.name,
          status: 'ok',
          ...(c.req.query('chain') === undefined
            ? {}
            : { chain: await readChain((work) => c.executionCtx.waitUntil(work)) }),
        }),
      ),
    )
  for (const [path, methods] of byPath(family)) {
    const [first] = [...methods.values()]
    const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(path, (c) => {
      const request = c.req.raw
      const entry = methods.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (entry) {
        const waitUntil = waitUntilOf(c.executionCtx)
        return pipeline.first(entry.operation, entry.handler, request, c.req.param(), waitUntil)
      }
      if (request.method === 'OPTIONS') {
        const headers = pipeline.headers(first?.operation, request)
        return logged(preflight(headers, allow), headers, 'debug')
      }
      const error = new ApiError('method_not_allowed', `this path accepts ${allow}`, { allow })
      return refuse(error, request, first?.operation)
    })
  }
  for (const [path, document] of family.documents?.(env) ?? [])
    app.all(path, (c) => plainDocument(c.req.raw, () => document))
  app.notFound((c) =>
    refuse(
      new ApiError('not_found', 'no operation at this path; the document at /api/v1/spec.json lists them'),
      c.req.raw,
    ),
  )
  app.onError((error, c) => errorResponse(error, pipeline.headers(undefined, c.req.raw)))
  answer = (request, ctx) => {
    if (isTooLong(request.url)) return refuse(new ApiError('uri_too_long'), request)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    return (reads ? pipeline.again(request, waitUntilOf(ctx)) : undefined) ?? app.fetch(request, undefined, ctx)
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

interface Entry<C> {
  readonly operation: Operation
  readonly handler: AnyHandler<C>
}

function byPath<O extends Record<string, Operation>, E extends PipelineEnv, C extends Context>(
  family: Family<O, E, C>,
): Map<string, Map<string, Entry<C>>> {
  const paths = new Map<string, Map<string, Entry<C>>>()
  for (const [id, operation] of Object.entries(family.operations)) {
    const path = `/api${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    const methods = paths.get(path) ?? new Map<string, Entry<C>>()
    // The pipeline validates by the operation's schemas, from which the handler's input type is derived.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const handler = family.handlers[id] as unknown as AnyHandler<C>
    paths.set(path, methods.set(operation.method.toUpperCase(), { operation, handler }))
  }
  return paths
}
