import { expect, test } from 'vitest'
import type { LeaseRequest, LimitStore } from '../../shared/durable/limits.ts'
import { openFront, ORIGIN } from '../support/inProcess/openFront.ts'
import { sideOf } from '../support/Side.ts'
import { callTool, HEADERS, request, rpc, type Send } from './security/callTool.ts'
import { answering, openDoor } from './security/openDoor.ts'

const MCP = `${ORIGIN}/mcp`
const EPOCH = { operationId: 'getGaugeEpoch' }
const batchOf = (method: string, length: number, params: unknown = {}) =>
  Array.from({ length }, (_, id) => request(method, params, id))
const post = (send: Send, body: unknown, path = '/mcp') => rpc(ORIGIN + path, body, {}, send)

/** A budget of so many requests in a window that does not end. */
async function openCounted(limit: number) {
  let left = limit
  const LIMITS: LimitStore = {
    async lease({ want, need = 1 }: LeaseRequest) {
      const granted = left < need ? 0 : Math.min(want, left)
      left -= granted
      return { granted, remaining: left, resetAt: Math.ceil(Date.now() / 1000) + 3600 }
    },
  }
  const GAUGE = answering({ currentEpoch: 1 })
  const send = await openFront('mcp', { GAUGE, LIMITS, LIMIT_MCP: String(limit) })
  return { send, GAUGE }
}

test('a batch is answered, and each of its messages counts as one request', async () => {
  const { send } = await openCounted(100)
  const messages = [...batchOf('tools/list', 5), ...batchOf('ping', 20).map((one) => ({ ...one, id: `p${one.id}` }))]
  const { status, whole, headers } = await post(send, messages)
  expect([status, whole.match(/"jsonrpc"/g)?.length]).toEqual([200, 25])
  expect(headers.get('x-ratelimit-remaining')).toBe('75')
  expect((await post(send, request('ping'))).headers.get('x-ratelimit-remaining')).toBe('74')
  // A refused batch was sent too.
  expect((await post(send, batchOf('tools/list', 24))).headers.get('x-ratelimit-remaining')).toBe('50')
})

test('a batch of more messages than are left is 429, and one that no window has room for says so; nothing of them is done', async () => {
  const { send, GAUGE } = await openCounted(20)
  const call = request('tools/call', { name: 'call_read', arguments: EPOCH }, 'call')
  const beyond = await post(send, [call, ...batchOf('ping', 20)])
  expect([beyond.status, beyond.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
  expect(beyond.whole).toContain('this request counts as 21, but its budget is 20')
  expect((await post(send, batchOf('ping', 15))).status).toBe(200)
  const refused = await post(send, [call, ...batchOf('ping', 9)])
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(GAUGE.requests).toEqual([])
})

test('race: of batches at once no more messages are answered than the budget has', async () => {
  const { send } = await openCounted(23)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(send, batchOf('ping', 5))))
  const answered = answers.filter(({ status }) => status === 200).length
  expect([1, 2, 3, 4]).toContain(answered)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10 - answered)
})

test.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'skills/list'])(
  'security: a batch has at most five of %s, whatever stands between them',
  async (method) => {
    const send = await openDoor({})
    const messages = batchOf(method, 100)
    const { status, error, whole } = await post(send, messages)
    expect([status, error?.code]).toEqual([400, -32_600])
    expect(error?.message).toContain('at most 5 lists')
    expect(whole.length).toBeLessThan(JSON.stringify(messages).length)
    const mixed = [...batchOf('tools/list', 3), request('ping', {}, 'p'), ...batchOf(method, 3)]
    expect((await post(send, mixed, '/mcp?readonly')).error?.message).toContain('at most 5 lists')
    expect((await post(send, mixed, '/mcp/x/gauge')).error?.message).toContain('at most 5 lists')
  },
)

test('security: a batch has at most five calls of tools, and none of one with more is made', async () => {
  const GAUGE = answering({})
  const send = await openDoor({ GAUGE })
  const calls = batchOf('tools/call', 6, { name: 'call_read', arguments: EPOCH })
  const { status, error } = await post(send, calls)
  expect([status, error]).toMatchObject([400, { code: -32_600, message: expect.stringContaining('at most 5 calls') }])
  expect(GAUGE.requests).toEqual([])
  expect((await post(send, calls.slice(1))).status).toBe(200)
})

test('security: an answer over 512 KiB is refused, with what to do', async () => {
  const send = await openDoor({ GAUGE: answering({ text: 'x'.repeat(200_000) }) })
  const calls = batchOf('tools/call', 5, { name: 'call_read', arguments: EPOCH })
  const reads = Array.from({ length: 90 }, (_, i) =>
    request('resources/read', { uri: 'skill://get-a-review/SKILL.md' }, `r${i}`),
  )
  const { status, error, whole } = await post(send, [...calls, ...reads])
  expect([status, error]).toMatchObject([400, { code: -32_600, message: expect.stringContaining('524288 bytes') }])
  expect(whole.length).toBeLessThan(500)
  // The longest single answer is far below that.
  expect((await callTool(MCP, 'call_read', EPOCH, { send })).bytes).toBeLessThan(80_001)
})

test.each([
  '/mcp?readonly&readonly=false',
  '/mcp/x/gauge?readonly=true&readonly=true',
  '/mcp?a=1&b&a=2',
  '/a2a?A2A-Version=1.0&A2A-Version=0.3',
])('security: %s has a parameter twice, so that two readers could take it for two requests', async (path) => {
  const GAUGE = sideOf(() => Response.json({}))
  const send = await openDoor({ GAUGE })
  const body = JSON.stringify(request('tools/call', { name: 'call_read', arguments: EPOCH }))
  const answer = await send(new Request(ORIGIN + path, { method: 'POST', headers: HEADERS, body }))
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
  expect(await answer.text()).toContain('must be given only once')
  expect(GAUGE.requests).toEqual([])
})
