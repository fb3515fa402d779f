import type { startLocalnet } from '../test/support/localnet.ts'
import { oneConnection } from './client.ts'
import { latency, throughput } from './load.ts'

const VERSION = '2026-07-28'

/** A call of a tool as a client of the newest revision sends it. */
export function toolCall(origin: string, name: string, args: object) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    url: `${origin}/mcp`,
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta },
    }),
  }
}

/** The cost of a warm read as a call of a tool, and of a search, each as a ratio to the same read through the gateway: milliseconds and requests a second. */
export async function mcpCosts(net: Awaited<ReturnType<typeof startLocalnet>>, address: string): Promise<string[][]> {
  const base = 'read through the gateway'
  const read = { operationId: 'getVetokenUser', args: { address } }
  const targets = {
    [base]: { url: `${net.api}/v1/vetoken/user/${address}`, method: 'GET' as const },
    'as a call of a tool, through the gateway': toolCall(net.host, 'call_read', read),
    // As in production, where routes lead to it without a hop.
    'as a call of a tool, straight at its Worker': toolCall(
      new URL(net.sockets['mcp'] ?? '').origin,
      'call_read',
      read,
    ),
    search_operations: toolCall(net.host, 'search_operations', { query: 'when can I withdraw my locked tokens' }),
  }
  // First the load, so that all that runs is as warm as in service.
  const rps = await throughput(targets)
  const client = oneConnection()
  const ms = await latency(
    Object.fromEntries(Object.entries(targets).map(([name, { url, ...how }]) => [name, () => client.send(url, how)])),
  )
  return Object.entries(rps).map(([name, rate]) => [
    name,
    (ms[name] ?? NaN).toFixed(2),
    ((ms[name] ?? NaN) / (ms[base] ?? NaN)).toFixed(2),
    rate.toFixed(0),
    ((rps[base] ?? NaN) / rate).toFixed(2),
  ])
}
