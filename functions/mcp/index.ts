import { boundFamily } from '../../shared/deployment/askFamily.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import { afterBody } from '../../shared/http/afterBody.ts'
import { orRefuse } from '../../shared/http/errorResponse.ts'
import { isTooLong } from '../../shared/http/readInput.ts'
import { cleanPath } from '../../shared/http/RouteFinder.ts'
import { serveOffChain } from '../../shared/http/serveOffChain.ts'
import { redirectTo } from '../../shared/http/unknownPath.ts'
import type { Caller } from './calls/Caller.ts'
import { createCalls } from './calls/createCalls.ts'
import { createDocuments } from './documents/createDocuments.ts'
import { ALLOW, type AnswerProtocol, createEndpoint } from './createEndpoint.ts'
import { McpEnv } from './env.ts'
import { toolsetOf } from './protocol/lists.ts'
import { createProtocol } from './protocol/createProtocol.ts'

const own = serveOffChain({ name: 'mcp', env: McpEnv, operations: {}, handlers: {}, context: (common) => common })

/** The card of this server, a document of the host, which is at `/mcp/server-card` too. */
const SERVER_CARD = '/.well-known/mcp/server-card.json'

const partsOf = perEnvironment((given) => {
  const env = openEnv(McpEnv, given)
  const { BASE_URL: baseUrl } = env
  const callsFor = createCalls(env, baseUrl)
  const documents = createDocuments(given, baseUrl)
  const contextFor = (caller: Caller) => ({ ...callsFor(caller), documents, baseUrl })
  return { endpoint: createEndpoint(env), mcp: createProtocol({ contextFor, documents }), contextFor }
})

/** The door for agents: MCP and A2A over the families, which answer each call as that of its caller. */
export default {
  async fetch(request: Request, env: object, ctx: ExecutionContext): Promise<Response> {
    if (isTooLong(request.url)) return own(request, env, ctx)
    const url = new URL(request.url)
    const site = url.pathname === '/mcp/server-card' ? boundFamily(env, 'SITE') : undefined
    if (site) return site.fetch(new Request(new URL(SERVER_CARD, url), request))
    const protocol = protocolAt(url)
    if (!protocol) {
      const path = cleanPath(url.pathname)
      const isKnown = path !== url.pathname && protocolAt(new URL(path, url))
      return isKnown ? afterBody(request, redirectTo(path, request, ALLOW)) : own(request, env, ctx)
    }
    const parts = orRefuse(request, () => partsOf(env))
    if (parts instanceof Response) return afterBody(request, parts)
    const { endpoint, mcp, contextFor } = parts
    const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
    const a2a: AnswerProtocol = async (admitted, body) =>
      // Loaded with the first request of it: most agents speak one protocol.
      (await import('./a2a/createA2a.ts')).createA2a(contextFor)(admitted, body, waitUntil)
    return endpoint(request, protocol, waitUntil, protocol === 'mcp' ? mcp : a2a)
  },
}

function protocolAt(url: URL): 'a2a' | 'mcp' | undefined {
  if (url.pathname === '/a2a') return 'a2a'
  return toolsetOf(url) ? 'mcp' : undefined
}
