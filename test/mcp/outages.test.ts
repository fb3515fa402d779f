import { expect, test } from 'vitest'
import { callTool, request, rpc } from './security/callTool.ts'
import { sideOf } from '../support/Side.ts'
import { answering, openDoor, ORIGIN } from './security/openDoor.ts'

const MCP = `${ORIGIN}/mcp`
const failing = () => sideOf(() => Promise.reject(new Error('gone')))
const unavailable = expect.objectContaining({ code: 'family_unavailable', retryable: true })
const nextOf = (value: object) => Reflect.get(Reflect.get(value, 'error'), 'next')

test('without site, reads work; what needs its documents is an outage, and no empty list', async () => {
  for (const sides of [{}, { SITE: failing() }, { SITE: sideOf(() => new Response(null, { status: 500 })) }]) {
    const send = await openDoor({ GAUGE: answering({ epoch: 1 }), ...sides })
    expect((await callTool(MCP, 'call_read', { operationId: 'getGaugeEpoch' }, { send })).value).toEqual({ epoch: 1 })
    expect((await rpc(MCP, request('tools/list'), {}, send)).result).toMatchObject({ tools: expect.any(Array) })
    expect((await rpc(`${MCP}/x/gauge`, request('tools/list'), {}, send)).error?.message).toContain(
      'family_unavailable',
    )
    for (const [tool, args] of [
      ['search_operations', { query: 'lock' }],
      ['describe_operation', { operationId: 'getGaugeEpoch' }],
      ['explain_error', { code: 'not_found' }],
    ] as const)
      expect((await callTool(MCP, tool, args, { send })).value).toMatchObject({ error: unavailable })
  }
})

test('to describe a write changes nothing: without its document the same call is to be made again', async () => {
  const send = await openDoor({})
  const described = await callTool(MCP, 'describe_operation', { operationId: 'deleteImageProject' }, { send })
  expect(nextOf(described.value)).toMatchObject({ tool: 'describe_operation', why: expect.stringContaining('again') })
})

test('a write that gets no answer may have been carried out: it is not to be repeated without a key', async () => {
  const send = await openDoor({ WORKSPACE: failing(), LOTTERY: failing() })
  const write = { operationId: 'deleteImageProject', args: { projectId: 'x' } }
  const tend = { operationId: 'logoutAuth' }
  for (const call of [write, tend]) {
    const { value, text } = await callTool(MCP, 'call_write', call, { send })
    expect(nextOf(value)).toMatchObject({ why: expect.stringContaining('may have been carried out') })
    expect(value).toMatchObject({ error: { code: 'family_unavailable', retryable: false } })
    // No other sentence says to repeat it.
    expect(text).not.toMatch(/try again|Repeat the request/)
  }
  const keyed = { operationId: 'publishLotteryKeyCoverage', args: {}, idempotencyKey: 'once' }
  expect(nextOf((await callTool(MCP, 'call_write', keyed, { send })).value)).toMatchObject({ tool: 'call_write' })
})

test('a write that is done is no error, whatever its caller wants to see of it', async () => {
  const LOTTERY = answering({ status: 'published' })
  const send = await openDoor({ LOTTERY })
  const write = { operationId: 'publishLotteryKeyCoverage', args: {}, fields: ['nothing'] }
  const { isError, value, text } = await callTool(MCP, 'call_write', write, { send })
  expect({ isError, value }).toEqual({ isError: false, value: { status: 'published' } })
  expect(text).toContain('It is done. fields: nothing is not here')
  expect(LOTTERY.requests).toHaveLength(1)
})

test('an account of an older release, which knows no limited sessions, is an outage', async () => {
  const ACCOUNT = answering({ nonce: 'n', issuedAt: new Date().toISOString(), domain: 'a', uri: ORIGIN, chainId: 1 })
  const send = await openDoor({ ACCOUNT })
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect((await callTool(MCP, 'sign_in', { address }, { send })).value).toMatchObject({ error: unavailable })
})

test('other methods than POST are refused alike at both protocols', async () => {
  const send = await openDoor({})
  for (const path of ['/mcp', '/a2a'])
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await send(new Request(`${ORIGIN}${path}`, { method }))
      expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get('allow')]).toEqual([
        405,
        'method_not_allowed',
        'POST, OPTIONS',
      ])
    }
})
