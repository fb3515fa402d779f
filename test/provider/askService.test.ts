import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { listen } from '../../localnet/standIn.ts'
import { requestScope } from '../../shared/log/requestScope.ts'
import { noCalls } from '../../shared/log/Time.ts'
import {
  askJson,
  askJsonOrNull,
  askService,
  openService,
  type ServiceRequest,
} from '../../shared/provider/askService.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'

type Respond = (response: ServerResponse, request: IncomingMessage) => unknown
interface Seen {
  readonly request: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let respond: Respond
let seen: Seen[]
let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    seen.push({ request: `${method} ${url}`, headers, body: await text(request) })
    respond(response, request)
  }
  server = await listen(createServer((request, response) => void listener(request, response)))
})
afterAll(() => server?.stop())
beforeEach(() => {
  seen = []
  respond = (response) => response.end('{"a":1}')
})

const answering = (status: number, headers: Record<string, string> = {}, body = '') => {
  respond = (response) => response.writeHead(status, headers).end(body)
}
const ask = (request: Partial<ServiceRequest> = {}) =>
  askJson({ provider: null, url: server.url, path: '/x', ...request }, z.unknown())
const headersSent = () => seen[0]?.headers

const wait = globalThis.setTimeout
/** Pauses before a repetition take no time; no other timer has a fraction. */
function hurryPauses(each: () => void = () => {}): void {
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, milliseconds = 0, ...given) => {
    const isPause = !Number.isInteger(milliseconds)
    if (isPause) each()
    return wait(work, isPause ? 0 : milliseconds, ...given)
  })
  onTestFinished(() => spy.mockRestore())
}

describe('a request', () => {
  test.each(['', '/', '//', '/base/'])('goes to a path under the base %j, whatever slash it ends with', async (end) => {
    expect(await ask({ url: `${server.url}${end}`, path: '/v1/x?q=1' })).toEqual({ a: 1 })
    expect(seen[0]?.request).toBe(`GET ${end.replace(/\/+$/, '')}/v1/x?q=1`)
  })

  test('without a path goes to the URL as it is', async () => {
    await askJson({ provider: null, url: `${server.url}/graph/?key=1` }, z.unknown())
    expect(seen[0]?.request).toBe('GET /graph/?key=1')
  })

  test('is a POST where it has a body, of JSON or of something else', async () => {
    await ask({ json: { b: 2 } })
    await ask({ body: new TextEncoder().encode('bytes'), headers: { 'content-type': 'text/plain' } })
    const json = { request: 'POST /x', body: '{"b":2}', headers: { 'content-type': 'application/json' } }
    const bytes = { request: 'POST /x', body: 'bytes', headers: { 'content-type': 'text/plain' } }
    expect(seen).toMatchObject([json, bytes])
  })

  test('has the credentials that it is given, in UTF-8, and none otherwise', async () => {
    await ask({ bearer: 'token' })
    await ask({ basic: ['user', 'ü'] })
    await ask({ bearer: undefined, headers: { 'x-key': 'k', accept: 'text/event-stream' } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token',
      `Basic ${Buffer.from('user:ü').toString('base64')}`,
      undefined,
    ])
    expect(seen.map(({ headers }) => headers.accept)).toEqual([
      'application/json',
      'application/json',
      'text/event-stream',
    ])
    expect(seen[2]?.headers['x-key']).toBe('k')
  })
})

describe('an answer', () => {
  test('is what the caller says: 200 alone, a list, or a rule; null for 404 on request', async () => {
    const request = { provider: null, url: server.url }
    answering(404, { 'x-of': 'theirs' }, 'not here')
    await expect(ask()).rejects.toMatchObject({ kind: 'failed', status: 404 })
    expect(await askJsonOrNull(request, z.unknown())).toBeNull()
    for (const answers of [[200, 404], (status: number) => status < 500]) {
      const { status, headers, bytes } = await askService({ ...request, answers })
      expect([status, headers.get('x-of'), new TextDecoder().decode(bytes)]).toEqual([404, 'theirs', 'not here'])
    }
    answering(204)
    expect((await askService({ ...request, answers: [204] })).bytes).toEqual(new Uint8Array())
  })

  test('may be read as it comes', async () => {
    respond = (response) => response.write('first')
    const controller = new AbortController()
    const { body } = await openService({ provider: null, url: server.url, signal: controller.signal })
    const reader = body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
    controller.abort()
    await expect(reader?.read()).rejects.toThrow()
  })

  test.each<readonly [string, object, () => void]>([
    ['throttling', { kind: 'throttled', status: 429, retryAfter: 7 }, () => answering(429, { 'retry-after': '7' })],
    ['a refusal', { kind: 'refused', status: 422 }, () => answering(422, {}, 'secret')],
    ['a refusal of our key', { kind: 'failed', status: 401 }, () => answering(401)],
    ['an error', { kind: 'failed', status: 503, retryAfter: 60 }, () => answering(503, { 'retry-after': '60' })],
    ['a redirect', { kind: 'failed', status: 307 }, () => answering(307, { location: '/elsewhere' })],
    ['no JSON', { kind: 'failed', status: 200, message: 'no JSON' }, () => answering(200, {}, '<secret>')],
    ['nothing', { kind: 'failed', status: 200, message: 'no JSON' }, () => answering(200)],
    [
      'what is not UTF-8',
      { kind: 'failed', message: 'no JSON' },
      () => (respond = (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))),
    ],
    ['a cut connection', { kind: 'failed', status: undefined }, () => (respond = (response) => response.destroy())],
  ])('that is %s is a failure, which repeats nothing of it', async (_, failure, arrange) => {
    arrange()
    const error: unknown = await ask({ bearer: 'secret' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ProviderFailure', ...failure })
    expect(String(error)).not.toMatch(/secret|127\.0\.0\.1/)
    expect(seen).toHaveLength(1)
  })

  test('is read up to a bound, and no further', async () => {
    answering(200, {}, `"${'x'.repeat(98)}"`)
    expect(await ask({ maxBytes: 100 })).toHaveLength(98)
    await expect(ask({ maxBytes: 99 })).rejects.toMatchObject({ kind: 'failed', message: 'longer than 99 bytes' })
    answering(200, {}, `"${'x'.repeat(262_143)}"`)
    await expect(ask()).rejects.toMatchObject({ kind: 'failed', message: 'longer than 262144 bytes' })
    let isClosed = false
    respond = (response) => {
      response.on('close', () => (isClosed = true))
      const more = () => {
        if (isClosed) return
        response.write('x'.repeat(65_536))
        setImmediate(more)
      }
      more()
    }
    await expect(ask()).rejects.toMatchObject({ message: 'longer than 262144 bytes' })
    await expect.poll(() => isClosed).toBe(true)
  })

  test('of another shape is a failure, which names the field alone', async () => {
    const shape = z.object({ a: z.object({ b: z.string() }) })
    answering(200, {}, '{"a":{"b":"secret"}}')
    expect(await askJson({ provider: null, url: server.url }, shape)).toEqual({ a: { b: 'secret' } })
    answering(200, {}, '{"a":{"b":["secret"]}}')
    await expect(askJson({ provider: null, url: server.url }, shape)).rejects.toMatchObject({
      message: 'malformed at a.b',
    })
  })

  test('of nobody is a failure', async () => {
    await expect(ask({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ kind: 'failed', status: undefined })
  })
})

describe('the time', () => {
  const silences: readonly [string, Respond][] = [
    ['at all', () => {}],
    ['to its end', (response) => response.writeHead(200).write('{')],
  ]

  test.each(silences)('ends an answer that does not come %s', async (_, silence) => {
    respond = silence
    const timeOuts = holdTimeOuts()
    for (const [ms, request] of [
      [5000, {}],
      [70, { timeoutMs: 70 }],
      [80, { signal: AbortSignal.timeout(80) }],
    ] as const) {
      const refused = expect(ask(request)).rejects.toMatchObject({ kind: 'timeout' })
      await expect.poll(() => seen.length).toBe(1)
      timeOuts.fire(ms)
      await refused
      seen = []
    }
  })

  test("is the caller's and the request's own: the first of both ends it", async () => {
    respond = () => {}
    const timeOuts = holdTimeOuts()
    const [never, now] = [new AbortController().signal, AbortSignal.abort()]
    const refused = expect(ask({ timeoutMs: 50, signal: never })).rejects.toMatchObject({ kind: 'timeout' })
    await expect.poll(() => seen.length).toBe(1)
    timeOuts.fire(50)
    await refused
    await expect(ask({ timeoutMs: 60_000, signal: now })).rejects.toMatchObject({ kind: 'timeout' })
  })
})

describe('repetition', () => {
  test('is for what is throttled, and only where the caller says that it is safe', async () => {
    hurryPauses()
    respond = (response) => response.writeHead(seen.length < 3 ? 429 : 200).end('{"a":1}')
    await expect(ask()).rejects.toMatchObject({ kind: 'throttled' })
    expect(seen).toHaveLength(1)
    expect(await ask({ isRepeatable: true })).toEqual({ a: 1 })
    expect(seen).toHaveLength(3)
    answering(500)
    await expect(ask({ isRepeatable: true })).rejects.toMatchObject({ kind: 'failed' })
    expect(seen).toHaveLength(4)
  })

  test('ends after two more, and with the time', async () => {
    const timeOuts = holdTimeOuts()
    hurryPauses()
    answering(429, { 'retry-after': '9' })
    await expect(ask({ isRepeatable: true })).rejects.toMatchObject({ kind: 'throttled', retryAfter: 9 })
    expect(seen).toHaveLength(3)
    hurryPauses(() => timeOuts.fire(200))
    const refused = expect(ask({ isRepeatable: true, timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' })
    await refused
    expect(seen).toHaveLength(4)
  })
})

test('a redirect is not followed, so that no key goes elsewhere', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answering(status, { location: `${server.url}/elsewhere` })
    await expect(ask({ bearer: 'key' })).rejects.toMatchObject({ status })
  }
  expect(seen.map(({ request }) => request)).toEqual(Array(5).fill('GET /x'))
  expect(headersSent()?.authorization).toBe('Bearer key')
})

describe('what a call shows', () => {
  const showed: unknown[] = []
  const watch = {
    record: (what: string, outcome: string) => void showed.push([what, outcome]),
    report: () => undefined,
  }
  const upstream = noCalls()
  const within = <T>(work: () => Promise<T>) =>
    requestScope.run({ id: 'r', minBlock: undefined, watch, upstream }, work).catch((error: unknown) => error)
  const shown = async (request: Partial<ServiceRequest> = {}) => {
    showed.length = 0
    await within(() => ask({ provider: 'explorer', ...request }))
    return showed
  }

  test('is whether the service answered, whatever the answer is to this request', async () => {
    expect(await shown()).toEqual([['explorer', 'ok']])
    for (const [status, outcome] of [
      [400, 'ok'],
      [422, 'ok'],
      [429, 'throttled'],
      [401, 'failed'],
      [403, 'failed'],
      [500, 'failed'],
    ] as const) {
      answering(status)
      expect(await shown(), String(status)).toEqual([['explorer', outcome]])
      expect(await shown({ answers: () => true }), String(status)).toEqual([['explorer', outcome]])
    }
    // One that nobody expects is about the path or the account, so about every request.
    answering(404)
    expect([...(await shown()), ...(await shown({ answers: [200, 404] }))]).toEqual([
      ['explorer', 'failed'],
      ['explorer', 'ok'],
    ])
    respond = (response) => void response.destroy()
    expect(await shown()).toEqual([['explorer', 'failed']])
    respond = () => undefined
    const timeOuts = holdTimeOuts()
    const late = shown({ timeoutMs: 20 })
    await expect.poll(timeOuts.held).toContain(20)
    timeOuts.fire(20)
    expect(await late).toEqual([['explorer', 'timeout']])
  })

  test('is nothing where its caller gave up, or nobody watches; its time counts for the request', async () => {
    const { calls } = upstream
    respond = () => undefined
    const gone = new AbortController()
    const work = shown({ signal: gone.signal })
    gone.abort()
    expect(await work).toEqual([])
    respond = (response) => response.end('{"a":1}')
    expect(await shown({ provider: null })).toEqual([])
    expect(upstream.calls).toBe(calls + 2)
  })

  test('is passed the trace of the request, with a span of its own, and nothing where there is none', async () => {
    const trace = { traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), spanId: 'c'.repeat(16), isSampled: true }
    await requestScope.run({ id: 'r', minBlock: undefined, trace }, () => ask())
    await ask()
    expect(seenHeaders()).toEqual([`00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`, undefined])
  })
})

const seenHeaders = () => seen.map(({ headers }) => headers['traceparent'])
