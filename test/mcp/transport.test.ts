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
