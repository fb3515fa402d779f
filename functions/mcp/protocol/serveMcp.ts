import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { traceparentOf, readTrace } from '../../../shared/log/Trace.ts'
import { type Caller, callerOf } from '../calls/Caller.ts'
import { ENTRIES } from '../calls/entries.ts'
import { runEntry } from '../tools/familyTools.ts'
import { runTool } from '../tools/runTool.ts'
import type { ToolContext } from '../tools/Tools.ts'
import { MAX_BODY } from '../bounds.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { toolsAt, type Toolset } from './lists.ts'

export const SERVER_INFO = { name: 'creator-vault', title: 'Creator Vault', version: '1.0.0' }

const HOUR = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * Answers a request of the Model Context Protocol: revision 2026-07-28, and older ones at the same URL. Nothing is kept between
 * requests. `contextFor` makes what tools work with, for a caller.
 */
export function serveMcp(
  request: Request,
  toolset: Toolset,
  contextFor: (caller: Caller) => ToolContext,
): Promise<Response> {
  const handler = createMcpHandler(() => createServer(request, toolset, contextFor), {
    legacy: 'stateless',
    maxRequestBodySize: MAX_BODY,
    // No list changes while a Worker runs, so there is nothing to listen to.
    maxSubscriptions: 0,
  })
  return handler.fetch(request)
}

function createServer(request: Request, toolset: Toolset, contextFor: (caller: Caller) => ToolContext): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': HOUR, 'server/discover': HOUR },
  })
  server.setRequestHandler('tools/list', () => ({ tools: [...toolsAt(toolset)] }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {}, _meta: meta } }) => {
    const context = contextFor(callerFor(request, meta))
    if (!toolsAt(toolset).some((tool) => tool.name === name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 64)} at this URL.`)
    const entry = toolset.family === undefined ? undefined : ENTRIES.get(name)
    return entry ? runEntry(entry, args, context) : runTool(name, args, context)
  })
  return server
}

/** The caller of one call: a trace in `_meta` is that of the call, one in the header that of the request. */
function callerFor(request: Request, meta: Readonly<Record<string, unknown>> | undefined): Caller {
  const given = meta?.['traceparent']
  const headers = typeof given === 'string' ? new Headers({ traceparent: given }) : request.headers
  const trace = readTrace(headers)
  return callerOf(request, request.headers.get('x-request-id') ?? '', trace && traceparentOf(trace))
}
