import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as AnyOldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Client } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PAGE } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { connect, errorOf, type MODES } from './connect.ts'
import { useNet } from '../support/useNet.ts'

let url: string
const opened: { close(): Promise<void> }[] = []
const net = useNet(() =>
  startLocalnet({
    families: ['gauge', 'mcp', 'site', 'vetoken'],
    variables: { TRUSTED_ORIGINS: PAGE },
  }),
)
beforeAll(async () => {
  url = `${net.host}/mcp`
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const client of opened.splice(0)) await client.close()
})

/** Its types are of a project without exact optional properties. */
const isTransport = (transport: object): transport is AnyOldTransport => 'send' in transport

async function openOld(): Promise<OldClient> {
  const client = new OldClient({ name: 'test', version: '1.0.0' })
  const transport: object = new OldTransport(new URL(url))
  if (!isTransport(transport)) throw new Error('no transport')
  await client.connect(transport)
  opened.push(client)
  return client
}
async function open(mode: keyof typeof MODES): Promise<Client> {
  const client = await connect(url, mode)
  opened.push(client)
  return client
}

const OPENED = {
  'client 2.4, revision pinned': () => open('pinned'),
  'client 2.4, by itself': () => open('default'),
  'client 2.4, that asks': () => open('auto'),
  'client 1.32': openOld,
} as const
const CLIENTS = Object.entries(OPENED)

const ARGS = { operationId: 'getGaugeEpoch' }
const Block = z.looseObject({ asOf: z.looseObject({ blockNumber: z.string() }) })

describe.each(CLIENTS)('%s', (_, start) => {
  test('lists and calls tools', async () => {
    const client = await start()
    expect(client.getServerVersion()).toMatchObject({ name: 'creator-vault', title: 'Creator Vault' })
    expect(client.getInstructions()).toContain('search_operations')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('call_read')
    const result = await client.callTool({ name: 'call_read', arguments: ARGS })
    expect(result.isError ?? false).toBe(false)
    Block.parse(result.structuredContent)
    expect(result.content).toMatchObject([{ type: 'text', text: expect.stringContaining('as of block') }])
    expect(result).toMatchObject({ _meta: { untrusted: true } })
  })

  test('has the guides as prompts and as resources', async () => {
    const client = await start()
    const { prompts } = await client.listPrompts()
    const { resources } = await client.listResources()
    expect(prompts.map(({ name }) => name)).toEqual(['quickstart', 'amounts', 'sending'])
    expect(resources.map(({ name }) => name)).toEqual(expect.arrayContaining(['quickstart', 'amounts', 'sending']))
    const { messages } = await client.getPrompt({ name: 'quickstart' })
    const { contents } = await client.readResource({ uri: 'guide://creator-vault/quickstart' })
    const text = expect.stringContaining('# Quickstart')
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text', text } }])
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text }])
  })

  test('gets an error of the protocol for an unknown tool, prompt or resource', async () => {
    const client = await start()
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('There is no tool nothing'),
    })
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(/nothing/)
    await expect(client.readResource({ uri: 'guide://creator-vault/nothing' })).rejects.toThrow(/nothing/)
  })

  test('gets an error of an operation as a result with its code, a fix and the next call', async () => {
    const client = await start()
    const wrong = { operationId: 'getVetokenUser', args: { address: '0x12' } }
    const refused = errorOf(await client.callTool({ name: 'call_read', arguments: wrong }))
    expect(refused).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('address'),
      fix: expect.any(String),
      next: { tool: 'describe_operation', arguments: { operationId: 'getVetokenUser' } },
    })
    const misspelled = { operationId: 'getGaugeEpok' }
    const unknown = errorOf(await client.callTool({ name: 'call_read', arguments: misspelled }))
    expect(unknown.message).toContain('Did you mean getGaugeEpoch or ')
    const anonymous = { operationId: 'buildVetokenLock', args: { amountDecimal: '1', durationSec: 31_536_000 } }
    const undeployed = errorOf(await client.callTool({ name: 'build', arguments: anonymous }))
    expect(undeployed).toMatchObject({ code: 'family_unavailable', retryable: true })
  })
})

test('the client that asks and the pinned one speak the newest revision, the others an older one', async () => {
  expect((await open('pinned')).getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await open('auto')).getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await open('default')).getNegotiatedProtocolVersion()).toBe('2025-11-25')
})

describe('over HTTP', () => {
  const ENVELOPE = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  /** A request of the newest revision, by hand. */
  async function ask(method: string, params: object, headers: Record<string, string> = {}, meta: object = {}) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } }),
    })
    const text = await answer.text()
    const { result } = z
      .object({ result: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(text.slice(text.indexOf('{'))))
    return { status: answer.status, result }
  }

  test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed', async (method) => {
    const answer = await fetch(url, { method, headers: { accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
  })

  test.each(['server/discover', 'tools/list', 'prompts/list', 'resources/list'])(
    '%s is never refused for a credential, and may be kept by everybody',
    async (method) => {
      const credentials = [{}, { authorization: 'Bearer nonsense' }, { 'x-siwa-receipt': 'nonsense' }]
      const answers = await Promise.all(credentials.map((headers) => ask(method, {}, headers)))
      const [first] = answers
      for (const answer of answers) expect(answer).toEqual(first)
      expect(first).toMatchObject({ status: 200, result: { ttlMs: 3_600_000, cacheScope: 'public' } })
    },
  )

  test('pages of other origins are refused, and those of trusted ones may read', async () => {
    const ask = (origin: string) =>
      fetch(url, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
    const refused = await ask('https://evil.example')
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([403, 'forbidden_origin'])
    expect((await ask('null')).status).toBe(403)
    for (const origin of [PAGE, net.host]) {
      const answer = await ask(origin)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  describe('a trace', () => {
    const [HEADER, META] = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c']
    const traceparent = (id: string) => `00-${id}-00f067aa0ba902b7-01`
    const Line = z.looseObject({ operation: z.string().optional(), traceId: z.string().optional() })

    test.each([
      ['header', { traceparent: traceparent(HEADER) }, {}, HEADER],
      [
        '_meta of the call, before that of the header',
        { traceparent: traceparent(HEADER) },
        { traceparent: traceparent(META) },
        META,
      ],
    ])('of the %s reaches the log of the family', async (_, headers, meta, expected) => {
      const lines: string[] = []
      for (const method of ['log', 'info', 'debug'] as const)
        vi.spyOn(console, method).mockImplementation((...words) => void lines.push(words.map(String).join(' ')))
      const traces = (operation: string) =>
        lines
          .filter((line) => line.includes('"event":"request"'))
          .map((line) => Line.parse(JSON.parse(line)))
          .filter((line) => line.operation === operation)
          .map(({ traceId }) => traceId)
      // At this level answers from memory have a line too.
      await net.withVariables({ LOG_LEVEL: 'debug' }, async () => {
        await ask('tools/call', { name: 'call_read', arguments: ARGS }, headers, meta)
      })
      await expect.poll(() => traces('getGaugeEpoch')).toEqual([expected])
    })
  })
})
