import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import { CreatePoolRequest, PoolIxsRequest, ProvisionRequest, SetupCreatorRequest } from '../schema/provisioner.ts'
import { sameSecret } from '../shared/auth/compare.ts'
import { ApiError } from '../shared/errors/ApiError.ts'
import { parseBody, readBytes } from '../shared/http/body.ts'
import { errorResponse } from '../shared/http/errorResponse.ts'
import { requestId } from '../shared/http/headers.ts'
import { validate } from '../shared/http/validate.ts'
import { logRequest } from '../shared/http/logRequest.ts'
import { requestScope } from '../shared/log/requestScope.ts'
import { noCalls } from '../shared/log/Time.ts'
import { readTrace } from '../shared/log/Trace.ts'
import { buildPoolIxs } from './buildPoolIxs.ts'
import { createHealth } from './createHealth.ts'
import { createPool, setUpCreator } from './extended.ts'
import { createProvision } from './provision/createProvision.ts'
import type { World } from './World.ts'

const MAX_BODY_BYTES = 65_536

/** The provisioner's HTTP interface. Without the bearer token nothing answers, not even a path that does not exist. */
export function createApp(world: World): Hono {
  const { config, log } = world
  const app = new Hono()
  const provision = createProvision(world)
  const health = createHealth(world)
  const methods = new Map<string, string>()

  app.use(async (c, next) => {
    const scope = {
      id: requestId(c.req.header('x-request-id') ?? null),
      minBlock: undefined,
      trace: readTrace(c.req.raw.headers),
      upstream: noCalls(),
    }
    const operation = methods.has(c.req.path) ? c.req.path : 'none'
    const from = Date.now()
    await requestScope.run({ ...scope, operation }, next)
    c.header('x-request-id', scope.id)
    logRequest(c.res, { ...scope, operation }, Date.now() - from)
  })
  app.use(async (c, next) => {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!(await sameSecret(given, config.bearerToken)))
      throw new ApiError('unauthenticated', 'send the provisioner’s token as Authorization: Bearer', {
        'www-authenticate': 'Bearer realm="provisioner"',
      })
    await next()
    c.header('cache-control', 'no-store')
  })

  const get = (path: string, handler: () => Promise<object>) => {
    methods.set(path, 'GET, HEAD')
    app.get(path, async (c) => c.json(await handler()))
  }
  const post = <T extends z.ZodType>(path: string, schema: T, handler: (body: z.infer<T>) => Promise<object>) => {
    methods.set(path, 'POST')
    app.post(path, async (c) => c.json({ success: true, ...(await handler(await readBody(c, schema))) }))
  }

  get('/healthz', health)
  post('/provision', ProvisionRequest, async (body) => {
    const data = await provision(body)
    return { mintBytes32: data.mintBytes32, data }
  })
  post('/pool-ixs', PoolIxsRequest, async (body) => ({ data: buildPoolIxs(body, config.vaultPrograms) }))
  if (config.extendedEndpoints) {
    post('/setup-creator', SetupCreatorRequest, async (body) => ({ data: await setUpCreator(world, body) }))
    post('/create-pool', CreatePoolRequest, async (body) => ({ data: await createPool(world, body) }))
  }

  app.notFound((c) => {
    const allow = methods.get(c.req.path)
    const error =
      allow === undefined
        ? new ApiError('not_found', 'this endpoint does not exist')
        : new ApiError('method_not_allowed', `use ${allow}`, { allow })
    return errorResponse(error, {})
  })
  app.onError((error) => {
    if (error instanceof ApiError) return errorResponse(error, {})
    // Its message may contain a node's URL or a key; its name and place do not.
    log('error', 'internal_error', {
      error: error.name,
      at: error.stack?.split('\n').find((line) => line.includes('provisioner/')) ?? null,
    })
    return errorResponse(new ApiError('internal_error'), {})
  })
  return app
}

/** Throws body_too_large, unsupported_encoding, invalid_json, invalid_request, invalid_address. */
async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const body = parseBody(await readBytes(c.req.raw, MAX_BODY_BYTES), 'json')
  return schema.parse(validate(schema, body))
}
