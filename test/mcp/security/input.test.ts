import { beforeAll, expect, test } from 'vitest'
import { request, rpc, type Send } from './callTool.ts'
import { answering, openDoor, ORIGIN } from './openDoor.ts'

let send: Send
beforeAll(async () => {
  send = await openDoor({ GAUGE: answering({ currentEpoch: 1 }), VAULT: answering({}), ACCOUNT: answering({}) })
})

const EPOCH = { operationId: 'getGaugeEpoch' }
const called = (name: unknown, args: unknown, more: object = {}) =>
  request('tools/call', { name, arguments: args, ...more })
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
/** A request with nested lists in place of the text DEEP. */
const nested = (body: unknown, levels = 10_000) => JSON.stringify(body).replace('"DEEP"', deep(levels))
const SIGN = { address: `0x${'1'.repeat(40)}` }
const receiptOf = (registry: string) => Buffer.from(JSON.stringify({ agentRegistry: registry })).toString('base64url')

const bad: readonly (readonly [string, unknown, Record<string, string>?])[] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['no UTF-8', '\u{d800}'],
  ['null', 'null'],
  ['a text', '"tools/list"'],
  ['nested lists', deep(10_000)],
  ['an empty batch', []],
  ['a batch', [request('tools/list'), request('ping', {}, 2)]],
  ['a batch of batches', [[request('ping')]]],
  ['a batch of 101', Array.from({ length: 101 }, (_, i) => request('ping', {}, i))],
  ['another protocol', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
  ['an id that is no id', request('tools/list', {}, {})],
  ['no method', { jsonrpc: '2.0', id: 1 }],
  ['a method of every object', request('toString')],
  ['an endless method', request('x'.repeat(500_000))],
  ['parameters as a list', request('tools/call', [])],
  ['no name', request('tools/call', {})],
  ['a name of every object', called('__proto__', {})],
  ['a constructor', called('constructor', {})],
  ['an endless name', called('x'.repeat(500_000), {})],
  ['a name that is a number', called(7, {})],
  ['arguments that are a list', called('resolve', [])],
  ['arguments that are a text', called('resolve', 'x')],
  [
    'a prototype as an argument',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"resolve","arguments":{"__proto__":{"text":"x"}}}}',
  ],
  ['a prototype of an operation', called('call_read', { operationId: '__proto__' })],
  ['a prototype as its argument', called('call_read', { ...EPOCH, args: JSON.parse('{"__proto__":{"a":1}}') })],
  ['an operation that is a path', called('call_read', { operationId: '../../admin' })],
  ['a path as an address', called('call_read', { operationId: 'getVaultReport', args: { address: '..' } })],
  ['half a character', called('call_read', { operationId: 'getVaultReport', args: { address: '\u{d800}' } })],
  ['half a character as a name', called('call_read', { ...EPOCH, args: { '\u{d800}': 1 } })],
  ['a line break in a token', called('call_read', { ...EPOCH, accessToken: 'a\r\nx-role: admin' })],
  ['a token that is no ASCII', called('call_read', { ...EPOCH, accessToken: 'ü' })],
  ['a line break in a key', called('build', { operationId: 'buildGaugeVote', idempotencyKey: 'a\nb' })],
  ['a line break in a trace', called('call_read', EPOCH, { _meta: { traceparent: 'a\r\nb' } })],
  ['a trace that is no ASCII', called('call_read', EPOCH, { _meta: { traceparent: '☃' } })],
  ['a trace that is an object', called('call_read', EPOCH, { _meta: { traceparent: {} } })],
  [
    'a deep argument of a query',
    nested(called('call_read', { operationId: 'listExploreVaults', args: { query: 'DEEP' } })),
  ],
  ['a deep argument of a body', nested(called('build', { operationId: 'buildGaugeVote', args: { vaults: 'DEEP' } }))],
  ['a deep argument of a tool', nested(called('resolve', { text: 'DEEP' }))],
  [
    'a deep request to sign',
    nested(called('describe_operation', { ...EPOCH, sign: { ...SIGN, receipt: 'x', args: { a: 'DEEP' } } })),
  ],
  ['deep metadata', nested(called('call_read', EPOCH, { _meta: { a: 'DEEP' } }))],
  [
    'a line break in a receipt',
    called('describe_operation', { ...EPOCH, sign: { ...SIGN, receipt: `${receiptOf('eip155:1:0x')}.\r\n` } }),
  ],
  ['a receipt of no chain', called('describe_operation', { ...EPOCH, sign: { ...SIGN, receipt: 'ü' } })],
  [
    'a receipt of an endless chain',
    called('describe_operation', { ...EPOCH, sign: { ...SIGN, receipt: receiptOf(`eip155:${'9'.repeat(400)}:0x`) } }),
  ],
  ['fields that are not there', called('call_read', { ...EPOCH, fields: ['__proto__', ''] })],
  ['fields as a text', called('call_read', { ...EPOCH, fields: 'x' })],
  ['an error that is a path', called('explain_error', { code: '../../x' })],
  ['an unknown resource', request('resources/read', { uri: 'file:///etc/passwd' })],
  ['an unknown prompt', request('prompts/get', { name: '__proto__' })],
  ['another type of content', request('tools/list'), { 'content-type': 'text/plain' }],
  ['an unknown revision', request('tools/list'), { 'mcp-protocol-version': '1900-01-01' }],
  ['2 MiB', called('resolve', { text: 'x'.repeat(2 * 1024 * 1024) })],
]

const cases = bad.map(([name, body, headers = {}]) => ({ name, body, headers }))

test.each(cases)('$name is a fault of its sender', async ({ body, headers }) => {
  const { status, whole } = await rpc(`${ORIGIN}/mcp`, body, headers, send)
  expect(status).toBeLessThan(500)
  expect(whole).not.toContain('internal_error')
  expect(whole).not.toContain('-32603')
  expect(whole.length).toBeLessThan(40_000)
})

test.each(['vault', 'gauge'])('a tool of /mcp/x/%s too', async (family) => {
  for (const args of [
    {},
    { options: 7 },
    { options: { accessToken: '\n' } },
    { a: '\u{d800}' },
    JSON.parse('{"__proto__":1}'),
  ]) {
    const { status, whole } = await rpc(`${ORIGIN}/mcp/x/${family}`, called('getVaultReport', args), {}, send)
    expect(status).toBeLessThan(500)
    expect(whole).not.toMatch(/internal_error|-32603/)
  }
})

test('100 callers at once get their own answers, while the limiter is out of reach', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => rpc(`${ORIGIN}/mcp`, { ...called('call_read', EPOCH), id: i }, {}, send)),
  )
  expect(answers.map(({ id }) => id)).toEqual(answers.map((_, i) => i))
  expect(answers.every(({ whole }) => whole.includes('"structuredContent":{"currentEpoch":1}'))).toBe(true)
})
