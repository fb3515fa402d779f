import type { Client } from '@a2a-js/sdk/client'
import { A2AClient } from 'a2a-sdk-0.3/client'
import { LegacyJsonRpcTransport } from '@a2a-js/sdk/compat/v0_3/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { data, eventsOf, message, rpc, startA2aNet, stateOf, text } from './startA2aNet.ts'
import { useNet } from '../../support/useNet.ts'

let client: Client
const net = useNet(() => startA2aNet())
beforeAll(async () => {
  client = await net.client()
})

const request = (method: string, params: unknown = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const epoch = { role: 'ROLE_USER', messageId: 'm', parts: [{ data: { operationId: 'getGaugeEpoch' } }] }
const sent = (more: object) => request('SendMessage', { message: { ...epoch, ...more } })

describe('what is not declared is answered as the binding requires', () => {
  test('tasks, push notifications, the extended card', async () => {
    for (const method of ['Create', 'Get', 'Delete'])
      expect(
        (await rpc(net.host, request(`${method}TaskPushNotificationConfig`, { taskId: 't' }))).error,
      ).toMatchObject({
        code: -32003,
        data: [{ reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', domain: 'a2a-protocol.org' }],
      })
    const configs = request('ListTaskPushNotificationConfigs', { taskId: 't' })
    expect((await rpc(net.host, configs)).error?.code).toBe(-32003)
    await expect(client.getTask({ tenant: '', id: 'unknown' })).rejects.toMatchObject({ envelopeCode: -32001 })
    await expect(client.cancelTask({ tenant: '', id: 'unknown', metadata: undefined })).rejects.toMatchObject({
      envelopeCode: -32001,
    })
    await expect(eventsOf(client.resubscribeTask({ tenant: '', id: 'unknown' }))).rejects.toMatchObject({
      envelopeCode: -32001,
    })
    const listed = await client.listTasks({
      tenant: '',
      contextId: '',
      status: 0,
      pageToken: '',
      statusTimestampAfter: undefined,
    })
    expect(listed).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 })
    expect((await rpc(net.host, request('ListTasks', { pageSize: 101 }))).error?.code).toBe(-32602)
    expect((await rpc(net.host, request('GetExtendedAgentCard'))).error?.code).toBe(-32004)
  })

  test('a version that is not served is refused; patches do not count, and the query names one too', async () => {
    const body = request('ListTasks')
    const codes = async (version: string) => (await rpc(net.host, body, { 'a2a-version': version })).error?.code
    expect(await Promise.all(['1.0', '1.0.1', '1.1', '2.0', '0.2', 'new'].map(codes))).toEqual([
      undefined,
      undefined,
      -32009,
      -32009,
      -32009,
      -32009,
    ])
    const byQuery = await fetch(`${net.host}/a2a?A2A-Version=1.0`, { method: 'POST', body: JSON.stringify(body) })
    expect(await byQuery.json()).toMatchObject({ result: { tasks: [] } })
    const without = await rpc(net.host, body, {})
    expect(without.error).toMatchObject({ code: -32601, message: expect.stringContaining('A2A-Version: 1.0') })
  })

  test('the extension for payments is activated for who asks for it', async () => {
    const uri = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
    const send = (extensions: string) => rpc(net.host, sent({}), { 'a2a-version': '1.0', 'a2a-extensions': extensions })
    expect((await send(`https://other.example/x, ${uri}`)).headers.get('a2a-extensions')).toBe(uri)
    expect((await send('https://other.example/x')).headers.get('a2a-extensions')).toBeNull()
  })

  test('a client of version 0.3 is served at the same URL: a call, a stream, a waiting task, an error', async () => {
    const transport = new LegacyJsonRpcTransport({ endpoint: `${net.host}/a2a` })
    const done = await transport.sendMessage(message([data({ operationId: 'getGaugeEpoch' })]))
    if (!('artifacts' in done)) throw new Error('no task')
    expect(done.artifacts[0]?.parts[0]?.content).toMatchObject({ $case: 'data', value: { asOf: { chainId: 31337 } } })
    const events = await eventsOf(transport.sendMessageStream(message([text('when does the epoch end?')])))
    expect(events.map(({ payload }) => payload?.$case)).toEqual(['task'])
    const waiting = await transport.sendMessage(message([data({ operationId: 'buildVetokenUnlock' })]))
    if (!('status' in waiting)) throw new Error('no task')
    expect(stateOf(await transport.getTask({ tenant: '', id: waiting.id }))).toBe(8)
    await expect(transport.getTask({ tenant: '', id: 'unknown' })).rejects.toThrow(/keeps no tasks/)
    const wrong = await rpc(net.host, request('message/send', { message: { role: 'user' } }), {})
    expect(wrong.error?.code).toBe(-32602)
  })
})

describe('the published client of version 0.3', () => {
  const sentBy = (part: { kind: 'text'; text: string } | { kind: 'data'; data: Record<string, unknown> }) => ({
    message: { kind: 'message' as const, role: 'user' as const, messageId: crypto.randomUUID(), parts: [part] },
  })

  test.each(['agent-card.json', 'agent.json'])(
    'finds the agent by /.well-known/%s: a call, a text, a stream',
    async (card) => {
      const old = await A2AClient.fromCardUrl(`${net.host}/.well-known/${card}`)
      const called = await old.sendMessage(sentBy({ kind: 'data', data: { operationId: 'getGaugeEpoch' } }))
      expect(called).toMatchObject({
        result: {
          kind: 'task',
          status: { state: 'completed' },
          artifacts: [{ parts: [{ kind: 'data', data: { asOf: { chainId: 31337 } } }] }],
        },
      })
      const found = await old.sendMessage(sentBy({ kind: 'text', text: 'when does the epoch end?' }))
      expect(found).toMatchObject({ result: { kind: 'task', status: { state: 'completed' } } })
      const events: object[] = []
      for await (const event of old.sendMessageStream(
        sentBy({ kind: 'data', data: { operationId: 'buildVetokenUnlock' } }),
      ))
        events.push(event)
      expect(events).toMatchObject([{ kind: 'task', status: { state: 'auth-required' } }])
    },
  )
})

describe('security: what a stranger sends is never a fault of this service', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const nested = (levels: number) =>
    JSON.stringify(sent({ parts: [{ data: { operationId: 'x', args: { a: 0 } } }] })).replace(
      '"a":0',
      `"a":${deep(levels)}`,
    )
  const bad: readonly (readonly [string, unknown, number])[] = [
    ['no JSON', '{', -32700],
    ['nothing', '', -32700],
    ['no UTF-8', '\u{d800}', -32700],
    ['a batch', [request('ListTasks')], -32600],
    ['a text', '"SendMessage"', -32600],
    ['another protocol', { jsonrpc: '1.0', method: 'ListTasks' }, -32600],
    ['an id that is no id', request('ListTasks', {}, {}), -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['an unknown method', request('DoEverything'), -32601],
    ['a method of every object', request('toString'), -32601],
    ['parameters as a list', request('SendMessage', []), -32602],
    ['no message', request('SendMessage'), -32602],
    ['a message that is a text', request('SendMessage', { message: 'hello' }), -32602],
    ['a message of the agent', sent({ role: 'ROLE_AGENT' }), -32602],
    ['no id of the message', sent({ messageId: '' }), -32602],
    ['an endless id', sent({ messageId: 'x'.repeat(257) }), -32602],
    ['an endless context', sent({ contextId: 'x'.repeat(257) }), -32602],
    ['no parts', sent({ parts: [] }), -32602],
    ['parts that are none', sent({ parts: [null, 1] }), -32602],
    ['an empty part', sent({ parts: [{}] }), -32602],
    ['data that is a list', sent({ parts: [{ data: [1] }] }), -32602],
    ['data without a request', sent({ parts: [{ data: { hello: 1 } }] }), -32602],
    ['two requests', sent({ parts: [...epoch.parts, ...epoch.parts] }), -32602],
    ['a tool that does not exist', sent({ parts: [{ data: { tool: 'constructor' } }] }), -32602],
    ['args of a tool that are a list', sent({ parts: [{ data: { tool: 'resolve', args: [] } }] }), -32602],
    ['a file', sent({ parts: [{ raw: 'AAAA', mediaType: 'image/png' }] }), -32005],
    ['a URL', sent({ parts: [{ url: 'https://evil.example/' }] }), -32005],
    ['data that is very deep', nested(40), -32602],
    ['data that is as deep as it can be', nested(400_000), -32602],
    ['a text that cannot be one', sent({ contextId: { toString: 1, valueOf: 1 } }), -32602],
    ['metadata that is a list', sent({ parts: [], metadata: [] }), -32602],
    [
      'a wish for pictures',
      request('SendMessage', { message: epoch, configuration: { acceptedOutputModes: ['image/png'] } }),
      -32005,
    ],
    [
      'a webhook',
      request('SendMessage', {
        message: epoch,
        configuration: { taskPushNotificationConfig: { url: 'https://evil.example' } },
      }),
      -32003,
    ],
    ['a task of nobody', sent({ taskId: crypto.randomUUID() }), -32001],
    ['a task that is no task', sent({ taskId: 'waiting.AAAA' }), -32001],
    ['a task of a tool that does not exist', request('GetTask', { id: waitingId(['c', 'constructor', {}]) }), -32001],
    [
      'a message to such a task',
      sent({ taskId: waitingId(['c', 'constructor', {}]), parts: [{ text: 'go on' }] }),
      -32001,
    ],
    [
      'a message to a task that names nothing',
      sent({ taskId: waitingId(['c', 'build', { operationId: 'buildVetokenUnlock' }]), parts: [{ text: 'go on' }] }),
      -32602,
    ],
    ['a write as a text', sent({ parts: [{ text: '{"operationId":"endAllAuthSessions"}' }] }), -32602],
    ['a task with an endless id', request('GetTask', { id: `waiting.${'A'.repeat(9000)}` }), -32001],
    ['no task', request('GetTask', {}), -32001],
  ]
  test.each(bad)('%s', async (_, body, code) => {
    const answer = await rpc(net.host, body)
    expect([answer.status, answer.error?.code]).toEqual([200, code])
    // Methods of 0.3 have other names, and errors the same codes.
    if (code !== -32601 && code !== -32001) {
      const text = (typeof body === 'string' ? body : JSON.stringify(body)).replace('"SendMessage"', '"message/send"')
      const older = await rpc(net.host, text, {})
      expect([older.status, older.error?.code ?? 0]).toEqual([200, expect.any(Number)])
      expect(older.error?.code).not.toBe(-32603)
    }
  })

  test('operations with strange names and arguments are failed tasks', async () => {
    for (const data of [
      { operationId: '__proto__' },
      { operationId: 'constructor' },
      { operationId: 7 },
      { operationId: 'getGaugeEpoch', args: [] },
      { operationId: 'getGaugeEpoch', args: 'x' },
      { operationId: 'getVaultReport', args: { address: '../../accounts' } },
      { operationId: 'getVaultReport', args: { address: '\u{d800}' } },
      { operationId: 'getGaugeEpoch', accessToken: 'a\r\nb: c' },
      { operationId: 'getGaugeEpoch', accessToken: 'ü' },
    ]) {
      const { status, result, error } = await rpc(net.host, sent({ parts: [{ data }] }))
      expect(status).toBe(200)
      expect([JSON.stringify(data), JSON.stringify(result ?? error)]).toEqual([
        expect.any(String),
        expect.not.stringContaining('internal_error'),
      ])
    }
  })

  test('a body over the bound is 413, announced or not', async () => {
    const large = JSON.stringify(sent({ parts: [{ text: 'x'.repeat(2 * 1024 * 1024) }] }))
    const announced = await fetch(`${net.host}/a2a`, { method: 'POST', body: large })
    expect([announced.status, announced.headers.get('x-error-code')]).toEqual([413, 'body_too_large'])
    const bytes = new TextEncoder().encode(large)
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536))
        controller.close()
      },
    })
    const init = { method: 'POST', body, duplex: 'half' }
    const streamed = await fetch(`${net.host}/a2a`, init)
    expect([streamed.status, streamed.headers.get('x-error-code')]).toEqual([413, 'body_too_large'])
  })

  test('only POST, and only pages that are trusted', async () => {
    const got = await fetch(`${net.host}/a2a`)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const { status, headers } = await rpc(net.host, sent({}), { 'a2a-version': '1.0', origin: 'https://evil.example' })
    expect([status, headers.get('x-error-code')]).toEqual([403, 'forbidden_origin'])
    const preflight = await fetch(`${net.host}/a2a`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/A2A-Extensions, A2A-Version/)
    expect((await fetch(`${net.host}/a2a/`, { redirect: 'manual' })).status).not.toBe(200)
  })
})

function waitingId(content: unknown): string {
  return `waiting.${Buffer.from(JSON.stringify(content)).toString('base64url')}`
}
