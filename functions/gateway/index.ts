import { FAMILIES } from '../../schema/families.ts'
import { gateway } from '../../schema/gateway.ts'
import type { Env } from '../../shared/http/env.ts'
import type { Context } from '../../shared/http/handler.ts'
import { serve } from '../../shared/http/serve.ts'
import { getOpenApiSpec } from './getOpenApiSpec.ts'
import { getOpenApiSpecYaml } from './getOpenApiSpecYaml.ts'

/** Service bindings: each family under its name in upper case. */
type GatewayEnv = Env & Readonly<Record<string, unknown>>

const own = serve({
  name: 'gateway',
  operations: gateway,
  handlers: { getOpenApiSpec, getOpenApiSpecYaml },
  context: (common: Context<GatewayEnv>) => common,
})

/** First path segments after the host, to the binding of the family that answers them. */
const OWNERS = new Map<string, string>(
  Object.entries(FAMILIES).flatMap(([family, prefixes]) => prefixes.map((prefix) => [`/api${prefix}`, family.toUpperCase()] as const)),
)

/** The same documents at the places where clients look for them. */
const ALIASES = new Map([
  ['/openapi.json', '/api/v1/spec.json'],
  ['/openapi.yaml', '/api/v1/spec.yaml'],
  ['/api/openapi.json', '/api/v1/spec.json'],
  ['/api/openapi.yaml', '/api/v1/spec.yaml'],
])

/** The gateway: documents of the host, 404, and dispatch by path where there is only one host name. */
export default {
  async fetch(request: Request, env: GatewayEnv, ctx: ExecutionContext): Promise<Response> {
    const from = request.url.indexOf('/', request.url.indexOf('//') + 2)
    const owner = OWNERS.get(prefixOf(request.url, from))
    const service = owner === undefined ? undefined : env[owner]
    if (isFetcher(service)) return service.fetch(request)
    const alias = ALIASES.get(new URL(request.url).pathname)
    return own(alias === undefined ? request : new Request(new URL(alias, request.url), request), env, ctx)
  },
}

const isFetcher = (value: unknown): value is Fetcher => typeof value === 'object' && value !== null && 'fetch' in value

/** `/api/<segment>`, or `/api/v1/<segment>`: cut by hand, since every request passes here. */
function prefixOf(url: string, from: number): string {
  const versioned = url.startsWith('/api/v1/', from)
  const start = from + (versioned ? '/api/v1/'.length : '/api/'.length)
  let end = start
  while (end < url.length && url[end] !== '/' && url[end] !== '?' && url[end] !== '#') end++
  return url.slice(from, end)
}
