import {
  createMcpHandler,
  McpServer,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { MAX_BODY } from '../bounds.ts'
import { type Caller, callerOf } from '../calls/Caller.ts'
import { ENTRIES } from '../calls/entries.ts'
import { runEntry, withoutStoring } from '../tools/familyTools.ts'
import { runTool } from '../tools/runTool.ts'
import type { ToolContext } from '../tools/Tools.ts'
import { GUIDES } from './guides.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { toolsAt, toolsetOf } from './lists.ts'
import { SERVER_INFO } from './serverInfo.ts'

/** Lists are the same for everybody until the next deployment. */
const HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * Answers requests of the Model Context Protocol: revision 2026-07-28, and older ones at the same URL. Nothing is kept between
 * requests. `contextFor` makes what tools work with, for a caller.
 */
export function createProtocol(contextFor: (caller: Caller) => ToolContext): (request: Request) => Promise<Response> {
  const { fetch } = createMcpHandler((context) => createServer(context, contextFor), {
    legacy: 'stateless',
    maxRequestBodySize: MAX_BODY,
    // No list changes while a Worker runs, so there is nothing to listen to.
    maxSubscriptions: 0,
  })
  return (request) => fetch(request)
}

function createServer(
  { requestInfo: request }: McpRequestContext,
  contextFor: (caller: Caller) => ToolContext,
): McpServer {
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
  mcp.server.setRequestHandler('tools/list', () => ({ tools: [...toolsAt(toolset)] }))
  mcp.server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {}, _meta: meta } }) => {
    if (!toolsAt(toolset).some((tool) => tool.name === name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 64)} at this URL.`)
    const context = contextFor(callerOf(request, meta?.['traceparent']))
    const entry = toolset.family === undefined ? undefined : ENTRIES.get(name)
    if (!entry) return runTool(name, args, context)
    return runEntry(toolset.isReadOnly ? withoutStoring(entry) : entry, args, context)
  })
  if (toolset.family === undefined) addGuides(mcp)
  return mcp
}

function addGuides(mcp: McpServer): void {
  for (const { name, title, uri, text } of GUIDES) {
    mcp.registerResource(name, uri, { title, mimeType: 'text/markdown' }, () => ({
      contents: [{ uri, mimeType: 'text/markdown', text }],
    }))
    mcp.registerPrompt(name, { title }, () => ({ messages: [{ role: 'user', content: { type: 'text', text } }] }))
  }
}
