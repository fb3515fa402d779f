import { expect, test } from 'vitest'
import { HEADERS, request, rpc } from './security/callTool.ts'
import { openDoor, ORIGIN } from './security/openDoor.ts'

const MCP = `${ORIGIN}/mcp`
/** `duplex` lets Node take a stream as a body. */
const POST = { method: 'POST', duplex: 'half' }

test('a preflight allows the headers of the protocol, and those in which a client repeats arguments', async () => {
  const send = await openDoor({})
  const ask = async (names: string): Promise<string[]> => {
    const headers = { origin: ORIGIN, 'access-control-request-headers': names }
    const answer = await send(new Request(MCP, { method: 'OPTIONS', headers }))
    expect(answer.status).toBe(204)
    return (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
  }
  const always = await ask('')
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'authorization', 'content-type', 'traceparent'])
    expect(always).toContain(name)
  expect(await ask('mcp-method,mcp-param-region, Mcp-Param-Address')).toEqual([
    ...always,
    'mcp-param-region',
    'mcp-param-address',
  ])
  const many = Array.from({ length: 500 }, (_, i) => `mcp-param-${i}`).join(',')
  expect((await ask(many)).length).toBeLessThan(always.length + 20)
  expect(await ask('x-other, mcp-param-, mcp-param-ü, mcp-param-a b, cookie')).toEqual(always)
})

test('a body that is not JSON is an error of the protocol, whatever the client accepts', async () => {
  const send = await openDoor({})
  for (const body of ['', '{', '[1,']) {
    const { status, error } = await rpc(MCP, body, {}, send)
    expect([body, status, error?.code]).toEqual([body, 400, -32_700])
  }
})

test('a body is bounded whether or not it states its length, and is not decompressed', async () => {
  const send = await openDoor({})
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    send(
      new Request(MCP, {
        ...POST,
        headers: { ...HEADERS, ...headers },
        body,
      }),
    )
  let pieces = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pieces++
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
  })
  const long = await post(endless)
  expect([long.status, long.headers.get('x-error-code')]).toEqual([413, 'body_too_large'])
  expect(pieces).toBeLessThan(64)
  const packed = await post(JSON.stringify(request('tools/list')), { 'content-encoding': 'gzip' })
  expect([packed.status, packed.headers.get('x-error-code')]).toEqual([415, 'unsupported_encoding'])
})

test('no list is announced as one that changes, and a family has tools alone', async () => {
  const send = await openDoor({})
  const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const capabilitiesAt = async (url: string) => (await rpc(url, request('initialize', start), {}, send)).result
  const stays = { listChanged: false }
  expect(await capabilitiesAt(MCP)).toMatchObject({ capabilities: { tools: stays, prompts: stays, resources: stays } })
  expect((await capabilitiesAt(`${MCP}/x/gauge`))?.['capabilities']).toEqual({ tools: stays })
})

const START = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
const JSON_AND_STREAM = ['application/json', 'text/event-stream']

test.each([
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['', 'application/json'],
  ['text/plain', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
  [JSON_AND_STREAM.join(', '), 'text/event-stream'],
  [JSON_AND_STREAM.toReversed().join(','), 'text/event-stream'],
])('a client of an older revision that accepts %j gets %s', async (accept, type) => {
  const send = await openDoor({})
  for (const body of [request('initialize', START), request('ping'), [request('ping'), request('ping', {}, 2)]]) {
    const headers = { accept, 'mcp-protocol-version': '2025-03-26' }
    const answer = await rpc(MCP, body, headers, send)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    if (type !== 'application/json') expect(answer.whole).toMatch(/^event: message\ndata: \{/)
    else if (Array.isArray(body)) expect(JSON.parse(answer.whole)).toMatchObject([{ id: 1 }, { id: 2 }])
    else expect(JSON.parse(answer.whole)).toMatchObject({ id: 1, result: expect.any(Object) })
  }
})

test.each(['*/*', 'application/json', '', 'text/event-stream'])(
  'so does one of 2026-07-28 that accepts %j',
  async (accept) => {
    const send = await openDoor({})
    const revision = '2026-07-28'
    const meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { accept, 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' }
    const { status, result } = await rpc(MCP, request('tools/list', { _meta: meta }), headers, send)
    expect([status, Array.isArray(result?.['tools'])]).toEqual([200, true])
  },
)

test.each(['protocolVersion', 'capabilities', 'clientInfo'] as const)(
  'to start without %s is -32602 that names it',
  async (name) => {
    const send = await openDoor({})
    const { [name]: _, ...rest } = START
    const { error } = await rpc(MCP, request('initialize', rest), {}, send)
    expect(error).toEqual({
      code: -32_602,
      message: expect.stringMatching(new RegExp(`^params\\.${name}: is required`)),
    })
  },
)

test('a slash at the end of a URL leads to it without one', async () => {
  const send = await openDoor({})
  for (const path of ['/mcp', '/a2a', '/mcp/x/vault']) {
    const answer = await send(new Request(`${ORIGIN}${path}/?readonly`, { method: 'POST', body: '{}' }))
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${path}?readonly`])
  }
})

test('a browser is led to the guide; any other GET is 405 in JSON', async () => {
  const send = await openDoor({})
  for (const path of ['/mcp', '/a2a', '/mcp/x/vault']) {
    const visit = await send(new Request(`${ORIGIN}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } }))
    expect([visit.status, visit.headers.get('location')]).toEqual([303, `/docs/guides/${path.slice(1, 4)}`])
    const { status, headers } = await send(
      new Request(`${ORIGIN}${path}`, { headers: { accept: 'text/event-stream' } }),
    )
    expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
      405,
      'POST, OPTIONS',
      expect.stringContaining('application/json'),
    ])
  }
})
