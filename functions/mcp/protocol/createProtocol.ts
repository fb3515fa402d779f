import {
  createMcpHandler,
  McpServer,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { memorySkillFiles, type SkillCatalog, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { files } from 'virtual:skills'
import { MAX_BODY } from '../bounds.ts'
import { type Caller, callerOf } from '../calls/Caller.ts'
import { Failure } from '../calls/Failure.ts'
import { WAYS } from '../calls/ways.ts'
import type { Documents } from '../documents/createDocuments.ts'
import { runWay, withoutStoring } from '../tools/familyTools.ts'
import { runTool } from '../tools/runTool.ts'
import { withPayment } from '../tools/withPayment.ts'
import type { ToolContext } from '../tools/Tools.ts'
import { GUIDES } from './guides.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { namesAt, toolsAt, toolsetOf } from './lists.ts'
import { SERVER_INFO } from './serverInfo.ts'

/** Calls in a batch, which only an old revision has: each request counts once. */
const MOST_CALLS = 5

/** Lists are the same for everybody until the next deployment. */
const HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const

interface Parts {
  /** What tools work with, for a caller. */
  readonly contextFor: (caller: Caller) => ToolContext
  readonly documents: Documents
}

/** The skills (SEP-2640), once made. A request does not wait for what another has started. */
let skills: SkillCatalog | undefined

/**
 * Answers requests of the Model Context Protocol: revision 2026-07-28, and older ones at the same URL. Nothing is kept between
 * requests.
 */
export function createProtocol({ contextFor, documents }: Parts): (request: Request) => Promise<Response> {
  const handler = createMcpHandler((context) => createServer(context, { contextFor, documents }), {
    legacy: 'stateless',
    maxRequestBodySize: MAX_BODY,
    // No list changes while a Worker runs, so there is nothing to listen to.
    maxSubscriptions: 0,
  })
  return (request) => handler.fetch(request)
}

async function createServer(
  { requestInfo: request }: McpRequestContext,
  { contextFor, documents }: Parts,
): Promise<McpServer> {
  const toolset = request && toolsetOf(new URL(request.url))
  if (!toolset) throw new Error('a request without a set of tools')
  const mcp = new McpServer(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: {
      'tools/list': HOUR,
      'prompts/list': HOUR,
      'resources/list': HOUR,
      'resources/templates/list': HOUR,
      'resources/read': HOUR,
      'server/discover': HOUR,
    },
  })
  // Not registered one by one, which would make schemas of all of them for each request.
  mcp.server.setRequestHandler('tools/list', async () => ({
    tools: await toolsAt(toolset, documents).catch(toProtocolError),
  }))
  let calls = 0
  mcp.server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {}, _meta: meta } }) => {
    if (++calls > MOST_CALLS)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `A batch may have at most ${MOST_CALLS} calls of tools.`,
      )
    if (!namesAt(toolset).includes(name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 64)} at this URL.`)
    const context = contextFor(callerOf(request, meta?.['traceparent']))
    const way = toolset.family === undefined ? undefined : WAYS.get(name)
    const given = withPayment(name, args, meta ?? {}, way !== undefined)
    if (!way) return runTool(name, given, context)
    return runWay(toolset.isReadOnly ? withoutStoring(way) : way, given, context)
  })
  // A request for tools alone says so, and what it does not need is left out.
  const wantsTools = request.headers.get('mcp-method')?.startsWith('tools/') === true
  if (toolset.family === undefined && !wantsTools) {
    addGuides(mcp)
    skills ??= await SkillsExtension.load(memorySkillFiles(JSON.parse(files)), { cacheHint: HOUR })
    skills.attach(mcp)
  }
  return mcp
}

/** A list that cannot be read is an outage of this server, which only the protocol can say. */
function toProtocolError(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.problem.code}: ${error.problem.detail}`)
}

function addGuides(mcp: McpServer): void {
  for (const { name, title, uri, text } of GUIDES) {
    mcp.registerResource(name, uri, { title, mimeType: 'text/markdown' }, () => ({
      contents: [{ uri, mimeType: 'text/markdown', text }],
    }))
    mcp.registerPrompt(name, { title }, () => ({ messages: [{ role: 'user', content: { type: 'text', text } }] }))
  }
}
