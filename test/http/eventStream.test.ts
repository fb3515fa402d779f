import { expect, test } from 'vitest'
import { eventStream, type ServerEvent } from '../../shared/http/eventStream.ts'

const MINUTE = 60_000

function open(
  events: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
  {
    mostMs = MINUTE,
    heartbeatMs = MINUTE,
    signal,
  }: { mostMs?: number; heartbeatMs?: number; signal?: AbortSignal } = {},
) {
  let work: Promise<unknown> = Promise.resolve()
  const request = new Request('https://api.example.com/', signal ? { signal } : {})
  const { stream } = eventStream({ events, request, mostMs, heartbeatMs, waitUntil: (given) => (work = given) })
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  return { reader, read: async () => (await reader.read()).value, ended: () => work }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

test('an event is one line of JSON, whatever is in it', async () => {
  const { read, reader } = open(async function* () {
    yield { event: 'delta', data: { text: 'a\nb\r\n\n: c' } }
  })
  expect(await read()).toBe('event: delta\ndata: {"text":"a\\nb\\r\\n\\n: c"}\n\n')
  expect((await reader.read()).done).toBe(true)
})

test('a comment comes while nothing happens, again and again, and none after the end', async () => {
  const { promise: happens, resolve: happen } = Promise.withResolvers<void>()
  const { read, reader, ended } = open(
    async function* () {
      await happens
      yield { event: 'done', data: {} }
    },
    { heartbeatMs: 5 },
  )
  expect([await read(), await read()]).toEqual([': ping\n\n', ': ping\n\n'])
  happen()
  let last = await read()
  while (last === ': ping\n\n') last = await read()
  expect(last).toBe('event: done\ndata: {}\n\n')
  while (!(await reader.read()).done);
  await ended()
})

test.each(['the request is aborted', 'the stream is cancelled'])(
  'when %s, the events are told and ended',
  async (how) => {
    const client = new AbortController()
    let isEnded = false
    const { read, reader, ended } = open(
      async function* (signal) {
        try {
          yield { event: 'open', data: {} }
          await untilAborted(signal)
          yield { event: 'unheard', data: {} }
        } finally {
          isEnded = true
        }
      },
      { signal: client.signal },
    )
    await read()
    if (how === 'the request is aborted') client.abort()
    else await reader.cancel()
    await ended()
    expect(isEnded).toBe(true)
  },
)

test('when its time is over, the events may say so', async () => {
  const { read, reader } = open(
    async function* (signal) {
      await untilAborted(signal)
      yield { event: 'close', data: { ok: false } }
    },
    { mostMs: 5 },
  )
  expect(await read()).toBe('event: close\ndata: {"ok":false}\n\n')
  expect((await reader.read()).done).toBe(true)
})

test('events that fail end the connection, so that nobody takes it for a whole answer', async () => {
  const { read, reader, ended } = open(async function* () {
    yield { event: 'open', data: {} }
    throw new Error('a bug')
  })
  await read()
  await expect(reader.read()).rejects.toThrow('a bug')
  await ended()
})
