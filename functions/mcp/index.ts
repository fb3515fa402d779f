import { boundFamily } from '../../shared/deployment/boundFamily.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { isTooLong } from '../../shared/http/readInput.ts'
import { serveOffChain } from '../../shared/http/serveOffChain.ts'
import { readBounded } from '../../shared/text/readBounded.ts'
import { createCalls } from './calls/createCalls.ts'
import type { Caller } from './calls/Caller.ts'
import { createEndpoint } from './createEndpoint.ts'
import { McpEnv } from './env.ts'
import { toolsetOf } from './protocol/lists.ts'
import { createProtocol } from './protocol/createProtocol.ts'
import type { ToolContext } from './tools/Tools.ts'

const own = serveOffChain({ name: 'mcp', env: McpEnv, operations: {}, handlers: {}, context: (common) => common })

const MAX_PAGE = 65_536

/** The card of this server, a document of the host, which is at `/mcp/server-card` too. */
const SERVER_CARD = '/.well-known/mcp/server-card.json'

const partsOf = perEnvironment((given) => {
  const env = readEnv(McpEnv, given)
  const { BASE_URL: baseUrl } = env
  const callsFor = createCalls(env, baseUrl)
  const readPage: ToolContext['readPage'] = async (path) => {
    const answer = await boundFamily({ ...given }, 'SITE')?.fetch(new URL(path, baseUrl).href)
    if (!answer?.ok || !answer.body) return null
    return new TextDecoder().decode(await readBounded(answer.body, MAX_PAGE))
  }
  const contextFor = (caller: Caller): ToolContext => ({ call: callsFor(caller), readPage, baseUrl })
  return { endpoint: createEndpoint(env), mcp: createProtocol(contextFor) }
})

/** The door for agents: the Model Context Protocol over the families, which answer each call as that of its caller. */
export default {
  async fetch(request: Request, env: object, ctx: ExecutionContext): Promise<Response> {
    if (isTooLong(request.url)) return own(request, env, ctx)
    const url = new URL(request.url)
    const site = url.pathname === '/mcp/server-card' ? boundFamily({ ...env }, 'SITE') : undefined
    if (site) return site.fetch(new Request(new URL(SERVER_CARD, url), request))
    if (!toolsetOf(url)) return own(request, env, ctx)
    const { endpoint, mcp } = partsOf(env)
    const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
    return endpoint(request, 'mcp', waitUntil, mcp)
  },
}
