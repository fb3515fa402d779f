import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import * as z from 'zod'

const Identity = z.object({ name: z.string(), title: z.string(), version: z.string() })
const Started = z.object({ result: z.object({ protocolVersion: z.string() }) })

/** The name of an MCP server, its tools, and the revisions that it accepts, as its clients see them. */
export async function serverInfoOf(url: string) {
  const client = new Client({ name: 'law', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const discovered = await client.discover()
  const { tools } = await client.listTools()
  const identity = Identity.parse(client.getServerVersion())
  await client.close()
  const older = await Promise.all(SUPPORTED_PROTOCOL_VERSIONS.map(async (version) => startWith(url, version)))
  return { ...identity, tools: tools.map(({ name }) => name), versions: [...discovered.supportedVersions, ...older] }
}

/** The revision with which a server answers a client that offers this one by `initialize`. */
async function startWith(url: string, protocolVersion: string): Promise<string> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'law', version: '1.0.0' } }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  const text = await answer.text()
  return Started.parse(JSON.parse(text.slice(text.indexOf('{')))).result.protocolVersion
}
