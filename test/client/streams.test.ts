import { ApiError, ConnectionError, createClient, streamAgent, type StreamEvent } from 'creator-vault'
import { afterEach, expect, test } from 'vitest'
import { type BadServer, fail, type Respond, startBadServer } from './startBadServer.ts'

let server: BadServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const OPEN = 'event: open\ndata: {"correlationId":"request-1"}\n\n'
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

async function read(respond: Respond, options: Partial<Parameters<typeof createClient>[0]> = {}, most = Infinity) {
  server = await startBadServer(respond)
  const client = createClient({ network: { chainId: 31_337, baseUrl: server.url }, ...options })
  const events: StreamEvent[] = []
  let error: unknown
  try {
    for await (const event of streamAgent(client, { message: 'a' })) if (events.push(event) >= most) break
  } catch (thrown) {
    error = thrown
  }
  return { names: events.map(({ event }) => event), events, error, server }
}
const streaming =
  (...parts: string[]): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) response.write(part)
    response.end()
  }

test('ends with close, whatever events, comments and breaks of the text are in it', async () => {
  const { names, events, error } = await read(
    streaming(
      ': comment\n\n',
      OPEN.slice(0, 20),
      OPEN.slice(20),
      event('later', { é: '…' }),
      event('close', { ok: true }),
      OPEN,
    ),
  )
  expect(names).toEqual(['open', 'later', 'close'])
  expect(events[0]?.data).toEqual({ correlationId: 'request-1' })
  expect(error).toBeUndefined()
})

test('has an event for an error of the model, and is not an error itself', async () => {
  const failed = event('error', { code: 'llm_failed', message: 'llm_failed: try again' })
  const { names, error } = await read(streaming(OPEN, failed, event('close', { ok: false })))
  expect([names, error]).toEqual([['open', 'error', 'close'], undefined])
})

test('that is left early closes its connection', async () => {
  const { names, error, server } = await read(
    (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPEN),
    {},
    1,
  )
  expect([names, error]).toEqual([['open'], undefined])
  await expect.poll(() => server.left).toBe(1)
})

test.each<[string, Respond]>([
  ['is cut', (response) => response.writeHead(200).write(OPEN, () => response.destroy())],
  ['ends without close', streaming(OPEN)],
  ['has data that are not JSON', streaming(OPEN, 'event: delta\ndata: {"text\n\n')],
  ['has an event without a name', streaming(OPEN, 'data: {}\n\n', event('delta', {}))],
  ['has an event without an end', streaming(OPEN, `event: delta\ndata: ${'x'.repeat(20_000)}`)],
])('that %s is a ConnectionError after its events, and is not asked for again', async (_, respond) => {
  const { names, error, server } = await read(respond, { maxBytes: 10_000 })
  expect(names[0]).toBe('open')
  expect(error).toBeInstanceOf(ConnectionError)
  expect(server.received).toHaveLength(1)
})

test('that never begins is an error of the API, after a 429 as many as there are attempts', async () => {
  const { error, names, server } = await read(
    (response, _, count) =>
      count === 1
        ? fail(response, 429, 'too_many_streams', { 'retry-after': '0' })
        : fail(response, 503, 'llm_not_configured'),
    {},
  )
  expect(error).toBeInstanceOf(ApiError)
  expect([names, server.received.length]).toEqual([[], 2])
})
