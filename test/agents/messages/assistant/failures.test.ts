import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatRequest } from '../../../../localnet/model/chat.ts'
import { begin, finish, reply, sendChunk } from '../../../../localnet/model/startModel.ts'
import { type AgentEvent, dataOf, reading, startStreamNet } from './startStreamNet.ts'
import { prepared, useNet } from '../../../support/useNet.ts'

const net = useNet(() => startStreamNet({ families: ['account', 'agents', 'gauge'] }))
const voter = prepared(() => net.signedIn('voter'))
afterEach(() => {
  net.model.respond = undefined
})

const SECRET = 'the provider says something private'

async function ask(respond: (response: ServerResponse, request: ChatRequest) => void): Promise<AgentEvent[]> {
  net.model.requests.length = 0
  net.model.respond = respond
  return (await net.open('Which epoch is it?', voter)).rest()
}

/** That a stream ended with a code, said nothing of the provider's, and holds nothing any more. */
async function expectFailed(events: readonly AgentEvent[], code: string): Promise<void> {
  expect(dataOf(events, 'error')).toEqual([{ code, message: expect.stringMatching(new RegExp(`^${code}: `)) }])
  expect(events.at(-1)).toEqual({ event: 'close', data: { ok: false } })
  expect(dataOf(events, 'done')).toEqual([])
  expect(JSON.stringify(events)).not.toContain(SECRET)
  await expect.poll(() => net.model.open.size).toBe(0)
  await expect.poll(() => net.openStreams('voter')).toBe(0)
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end(JSON.stringify({ error: { message: SECRET } }))
const events =
  (...lines: readonly string[]) =>
  (response: ServerResponse) =>
    void begin(response).end(lines.map((line) => `data: ${line}\n\n`).join(''))
const text = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const calls = (...functions: readonly object[]) =>
  JSON.stringify({ choices: [{ delta: { tool_calls: functions }, finish_reason: 'tool_calls' }] })

describe('a provider that', () => {
  test.each<readonly [string, string, (response: ServerResponse) => void]>([
    ['throttles', 'llm_rate_limited', status(429, { 'retry-after': '7' })],
    [
      'throttles in the middle',
      'llm_rate_limited',
      events(text('a'), JSON.stringify({ error: { code: 429, message: SECRET } })),
    ],
    ['fails', 'llm_failed', status(500)],
    ['refuses the key', 'llm_failed', status(401)],
    ['is elsewhere', 'llm_failed', status(307, { location: 'https://elsewhere.example/' })],
    ['answers with JSON', 'llm_failed', status(200, { 'content-type': 'application/json' })],
    ['answers nothing', 'llm_failed', (response) => void response.destroy()],
    ['sends what is not JSON', 'llm_failed', events(text('a'), `<p>${SECRET}</p>`)],
    [
      'sends another shape',
      'llm_failed',
      events(JSON.stringify({ choices: [{ delta: { content: { text: SECRET } } }] })),
    ],
    ['reports an error', 'llm_failed', events(text('a'), JSON.stringify({ error: { message: SECRET } }))],
    [
      'is cut off',
      'llm_failed',
      (response) => {
        sendChunk(begin(response), { content: 'a' })
        setImmediate(() => response.destroy())
      },
    ],
    ['ends without saying so', 'llm_failed', events(text('a'))],
    [
      'says nothing',
      'llm_failed',
      events(JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] }), '[DONE]'),
    ],
    ['calls a tool without a name', 'llm_failed', events(calls({ index: 0, id: 'a', function: { arguments: '{}' } }))],
    [
      'sends one event without end',
      'llm_failed',
      (response) => void begin(response).end(`data: ${'x'.repeat(100_000)}`),
    ],
    [
      'sends arguments without end',
      'llm_failed',
      events(calls({ index: 0, function: { name: 'a', arguments: 'x'.repeat(9000) } })),
    ],
    [
      'calls a hundred tools',
      'llm_failed',
      events(...Array.from({ length: 100 }, (_, index) => calls({ index, function: { name: 'a' } }))),
    ],
    ['talks too long', 'llm_failed', events(...Array.from({ length: 40 }, () => text('x'.repeat(1000))))],
  ])('%s ends the stream with %s', async (_, code, respond) => {
    await expectFailed(await ask(respond), code)
  })

  test('never ends is cut off at its bound', async () => {
    const noise = `: ${'x'.repeat(16_384)}\n\n`
    const pour = (response: ServerResponse) => {
      const more = (): void => {
        while (!response.destroyed) if (!response.write(noise)) return void response.once('drain', more)
      }
      begin(response)
      more()
    }
    await expectFailed(await ask(pour), 'llm_failed')
  })

  test.each<readonly [string, (response: ServerResponse) => void]>([
    ['does not answer', () => undefined],
    ['stops in the middle', (response) => sendChunk(begin(response), { content: 'a' })],
  ])('%s is given up when its time is over', async (_, respond) => {
    await net.changeTime('agents', { timeOuts: 0.01 })
    try {
      await expectFailed(await ask(respond), 'llm_timeout')
    } finally {
      await net.changeTime('agents', {})
    }
  })
})

describe('a model that', () => {
  /** It calls reads in its first answer, and repeats their results in its second. */
  const asking =
    (...functions: readonly object[]) =>
    (response: ServerResponse, { messages }: ChatRequest) =>
      messages.at(-1)?.role === 'tool'
        ? reply(response, { text: 'done', calls: [] })
        : events(calls(...functions), '[DONE]')(response)
  const toolResults = () =>
    net.model.requests.at(-1)?.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])) ?? []

  test.each([
    ['a tool that there is not', 'deleteVault', '{}', 'not_found'],
    ['what everything has', 'constructor', '{}', 'not_found'],
    ['arguments that are not JSON', 'getVetokenUser', '{', 'invalid_json'],
    ['arguments that are no object', 'getVetokenUser', '[]', 'invalid_request'],
    ['no address', 'getVetokenUser', '{}', 'invalid_request'],
    ['a path for an address', 'getVetokenUser', '{"address":"../../gauge/epoch"}', 'invalid_request'],
    [
      'a wrong checksum',
      'getVetokenUser',
      '{"address":"0x5fbDB2315678afecb367f032d93F642f64180aA3"}',
      'invalid_address',
    ],
    ['a parameter that it may not choose', 'getGaugeEpoch', '{"minBlock":"1"}', 'invalid_request'],
    ['a family that is not there', 'getLotteryGlobal', '{}', 'family_unavailable'],
  ])('asks for %s is told so, and answers', async (_, name, given, code) => {
    const all = await ask(asking({ index: 0, id: 'call_a', function: { name, arguments: given } }))
    expect(dataOf(all, 'tool')).toMatchObject([{ operationId: name, code }])
    expect(toolResults()).toEqual([expect.stringMatching(`^{"error":"${code}`)])
    expect(dataOf(all, 'done')).toEqual([{ text: 'done', truncated: false }])
  })

  test('asks for whole calls, without ids and numbers, as some providers do, gets them', async () => {
    const call = { function: { name: 'getGaugeEpoch', arguments: '' } }
    const all = await ask(asking(call, call))
    expect(dataOf(all, 'tool').map(({ code }) => code)).toEqual([null, null])
  })

  test('asks for more reads than an answer may cost gets eight', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'getGaugeEpoch' },
    }))
    const all = await ask(asking(...many))
    expect(dataOf(all, 'tool')).toHaveLength(8)
    expect(toolResults()).toHaveLength(12)
    expect(toolResults().slice(8)).toEqual(
      Array.from({ length: 4 }, () => 'not read: this answer has used all its reads'),
    )
    expect(net.model.requests.at(-1)?.tool_choice).toBe('none')
    expect(dataOf(all, 'close')).toEqual([{ ok: true }])
  })

  test('never stops asking is stopped after four rounds', async () => {
    const call = { index: 0, id: 'again', function: { name: 'getGaugeEpoch', arguments: '{}' } }
    const all = await ask(events(calls(call), '[DONE]'))
    await expectFailed(all, 'llm_failed')
    expect(net.model.requests.map(({ tool_choice }) => tool_choice)).toEqual(['auto', 'auto', 'auto', 'auto', 'none'])
    expect(dataOf(all, 'tool')).toHaveLength(4)
  })

  test('reads for somebody uses up that one’s own budget of reads, and no other’s', async () => {
    await net.withVariables({ LIMIT_READ: '3' }, async () => {
      const many = Array.from({ length: 5 }, (_, index) => ({
        index,
        id: `c${index}`,
        function: { name: 'getGaugeEpoch' },
      }))
      net.model.respond = asking(...many)
      const from = (ip: string) => ({ 'cf-connecting-ip': ip })
      const answer = await net.post({ message: 'hi' }, { ...voter, ...from('192.0.2.7') })
      const codes = dataOf(await reading(answer).rest(), 'tool').map(({ code }) => code)
      expect(codes).toEqual([null, null, null, 'rate_limited', 'rate_limited'])
      const epoch = (ip: string) => fetch(`${net.api}/v1/gauge/epoch`, { headers: from(ip) })
      expect((await epoch('192.0.2.7')).status).toBe(429)
      expect((await epoch('192.0.2.8')).status).toBe(200)
    })
  })
})

test('an answer of the model in UTF-8 that is cut between bytes arrives whole', async () => {
  const words = 'Schlüssel 鍵 🗝'
  const bytes = Buffer.from(`data: ${text(words)}\n\n`)
  const all = await ask((response) => {
    begin(response)
    for (const byte of bytes) response.write(Buffer.from([byte]))
    sendChunk(response, {}, 'stop')
    finish(response)
  })
  expect(dataOf(all, 'done')).toEqual([{ text: words, truncated: false }])
})
