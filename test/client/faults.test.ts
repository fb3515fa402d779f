import {
  ApiError,
  ConnectionError,
  createAuthHandoff,
  createClient,
  createImageProject,
  getStatus,
  getVetokenUser,
  getTokenImage,
  verifyAuth,
  type ClientOptions,
} from 'creator-vault'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BadServer, fail, type Respond, send, startBadServer, succeed } from './startBadServer.ts'

const address = '0x00000000000000000000000000000000000000A1'
const servers: BadServer[] = []

async function open(respond: Respond, options: Partial<ClientOptions> = {}) {
  const server = await startBadServer(respond)
  servers.push(server)
  return { server, client: createClient({ network: { chainId: 31_337, baseUrl: server.url }, ...options }) }
}
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  )
/** Milliseconds of the client's waits, which then last no time. */
function hurry() {
  const waits: number[] = []
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, milliseconds = 0, ...given) => {
    // No other timer has a fraction.
    const isWait = !Number.isInteger(milliseconds)
    if (isWait) waits.push(milliseconds)
    return wait(work, isWait ? 0 : milliseconds, ...given)
  })
  return waits
}
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

describe('an error of the API', () => {
  test('is thrown with all that it says, and not tried again if that cannot help', async () => {
    const { server, client } = await open((response) => fail(response, 404, 'not_a_token'))
    const error = await refused(getVetokenUser(client, { address }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'not_a_token: of a test',
      code: 'not_a_token',
      status: 404,
      fix: 'none',
      retryable: false,
      retryAfter: undefined,
      fields: [],
      requestId: 'request-1',
    })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [429, 'rate_limited'],
    [503, 'behind_requested_block'],
  ])('%i is waited out as Retry-After says, and up to a quarter longer', async (status, code) => {
    const waits = hurry()
    const { server, client } = await open((response, _, count) =>
      count < 3 ? fail(response, status, code, { 'retry-after': '8' }) : succeed(response, { ok: true }),
    )
    expect(await getVetokenUser(client, { address })).toEqual({ ok: true })
    expect(server.received).toHaveLength(3)
    expect(waits).toHaveLength(2)
    for (const wait of waits) expect(Math.floor(wait / 8000)).toBe(1)
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(10_000)
    expect(new Set(waits).size).toBe(2)
  })

  test('without Retry-After is waited out for twice as long each time, and thrown after the last attempt', async () => {
    const waits = hurry()
    const { server, client } = await open((response) => fail(response, 503, 'upstream_failed'))
    expect(await refused(getVetokenUser(client, { address }))).toMatchObject({ code: 'upstream_failed' })
    expect(server.received).toHaveLength(4)
    expect(waits.map((wait, i) => Math.floor(wait / (250 * 2 ** i)))).toEqual([1, 1, 1])
  })

  test('is thrown at once if it would have to be waited out for longer than maxDelay', async () => {
    const waits = hurry()
    const { server, client } = await open((response) => fail(response, 429, 'rate_limited', { 'retry-after': '21' }))
    expect(await refused(getVetokenUser(client, { address }))).toMatchObject({ code: 'rate_limited', retryAfter: 21 })
    expect([server.received.length, waits]).toEqual([1, []])
    // The quarter is not counted: what is as long as maxDelay is always waited out.
    await refused(getVetokenUser({ ...client, maxDelay: 21_000 }, { address }, { retries: 0 }))
    expect(server.received).toHaveLength(2)
  })

  test('says when by a date too', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const { client } = await open((response) => fail(response, 503, 'upstream_failed', { 'retry-after': date }))
    const error = await refused(getVetokenUser(client, { address }))
    expect(error instanceof ApiError && Math.round((error.retryAfter ?? 0) / 60)).toBe(60)
  })

  test('is not tried again for ever by a client that waits without a bound', async () => {
    hurry()
    const { server, client } = await open((response) => fail(response, 400, 'invalid_request'), { maxDelay: Infinity })
    await refused(getVetokenUser(client, { address }))
    expect(server.received).toHaveLength(1)
  })

  test('50 throttled calls at once return one by one, and each is answered', async () => {
    const waits = hurry()
    const seen = new Set<string>()
    const { server, client } = await open((response, { url }) =>
      seen.has(url)
        ? succeed(response, url)
        : (seen.add(url), fail(response, 429, 'rate_limited', { 'retry-after': '2' })),
    )
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => getVetokenUser(client, { address: `0x${i + 1}` })),
    )
    expect(new Set(answers).size).toBe(50)
    expect(server.received).toHaveLength(100)
    expect(new Set(waits).size).toBe(50)
  })
})

describe('an answer that is not one of the API', () => {
  const unusable: readonly (readonly [string, Respond, attempts: number])[] = [
    ['a connection that ends before the headers', (response) => response.destroy(), 4],
    [
      'a connection that ends in the middle of the body',
      (response) => response.writeHead(200, { 'content-length': '100' }).write('{"success"', () => response.destroy()),
      4,
    ],
    ['a page of a proxy that fails', (response) => send(response, 502, 'text/html', '<h1>Bad gateway</h1>'), 4],
    ['a page of a proxy that refuses', (response) => send(response, 403, 'text/html', '<h1>Forbidden</h1>'), 1],
    ['a page where an answer should be', (response) => send(response, 200, 'text/html', '<h1>Welcome</h1>'), 4],
    ['JSON that is broken', (response) => send(response, 200, 'application/json', '{"success":true,"da'), 4],
    ['JSON of something else', (response) => send(response, 200, 'application/json', 'null'), 4],
    ['an error with the status of a success', (response) => send(response, 200, 'application/json', FAILED), 4],
    ['problem details of a proxy', (response) => send(response, 503, 'application/problem+json', PROXY), 4],
    ['problem details that are broken', (response) => send(response, 503, 'application/problem+json', '{'), 4],
    ['nothing', (response) => response.writeHead(204).end(), 4],
  ]
  const FAILED = '{"success":false,"error":"upstream_failed: of a test"}'
  const PROXY = '{"type":"https://proxy.example/1200","status":503,"title":"Busy","retryable":true}'

  test.each(unusable)('is a ConnectionError: %s', async (_, respond, attempts) => {
    hurry()
    const { server, client } = await open(respond)
    const error = await refused(getVetokenUser(client, { address }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ name: 'ConnectionError', retryable: attempts > 1 })
    expect(String(error)).toContain(server.url)
    expect(server.received).toHaveLength(attempts)
  })

  test.each(unusable)('is followed by a good one: %s', async (_, respond, attempts) => {
    hurry()
    const { client } = await open((response, request, count) =>
      count === 1 ? respond(response, request, count) : succeed(response, { ok: true }),
    )
    const call = getVetokenUser(client, { address })
    await (attempts > 1 ? expect(call).resolves.toEqual({ ok: true }) : expect(call).rejects.toThrow('HTTP 403'))
  })

  test('of a proxy is waited out as its Retry-After says', async () => {
    const waits = hurry()
    const { client } = await open((response, _, count) =>
      count === 1 ? send(response, 429, 'text/html', 'slow down', { 'retry-after': '4' }) : succeed(response),
    )
    await getVetokenUser(client, { address })
    expect(waits.map((wait) => Math.floor(wait / 4000))).toEqual([1])
  })

  test('is a ConnectionError if nobody listens', async () => {
    hurry()
    const { server, client } = await open(() => {})
    await server.stop()
    servers.pop()
    expect(await refused(getVetokenUser(client, { address }))).toBeInstanceOf(ConnectionError)
  })

  test('a redirect is not followed, with a credential or without', async () => {
    const stranger = await open((response) => succeed(response))
    const { server, client } = await open((response) => {
      send(response, 307, 'text/html', '', { location: `${stranger.server.url}/v1/vetoken/user/${address}` })
    })
    expect(await refused(getVetokenUser(client, { address }))).toBeInstanceOf(ConnectionError)
    client.credential = { authorize: (request) => new Request(request, { headers: { authorization: 'Bearer mine' } }) }
    expect(await refused(createAuthHandoff(client))).toBeInstanceOf(ConnectionError)
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer mine'])
    expect(stranger.server.received).toEqual([])
  })
})

describe('a body without an end', () => {
  test('is left once it is larger than maxBytes, and not requested again', async () => {
    const { server, client } = await open(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = (): void => void (response.closed || response.write('x'.repeat(1000), () => setImmediate(more)))
        more()
      },
      { maxBytes: 10_000 },
    )
    expect(await refused(getTokenImage(client, { address }))).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('larger than 10000 bytes'),
      retryable: false,
    })
    expect(server.received).toHaveLength(1)
    await expect.poll(() => server.left).toBe(1)
  })

  test('is left once its time is up, as is an answer that does not begin', async () => {
    const { server, client } = await open(
      (response, { url }) =>
        url.includes('status') ? undefined : response.writeHead(200).write('{"success":true,"data":{'),
      { timeout: 50, retries: 0 },
    )
    for (const call of [getStatus(client), getVetokenUser(client, { address })])
      expect(await refused(call)).toMatchObject({
        name: 'ConnectionError',
        message: expect.stringContaining('within 50 ms'),
      })
    await expect.poll(() => server.left).toBe(2)
  })
})

describe('a write', () => {
  test('that takes a key has the same one in all attempts, and the next call another', async () => {
    hurry()
    const { server, client } = await open((response, _, count) =>
      count % 3 === 1
        ? response.destroy()
        : count % 3 === 2
          ? fail(response, 409, 'idempotency_in_flight', { 'retry-after': '1' })
          : succeed(response),
    )
    for (const name of ['Aurora', 'Aurora']) await createImageProject(client, { name })
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(6)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys.slice(3)).toEqual([keys[3], keys[3], keys[3]])
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/)
    expect(keys[3]).not.toBe(keys[0])
    expect(new Set(server.received.map(({ body }) => body))).toEqual(new Set(['{"name":"Aurora"}']))
  })

  test('has the key of the caller, quoted as a structured field', async () => {
    const { server, client } = await open((response) => succeed(response))
    await createImageProject(client, { name: 'Aurora' }, { idempotencyKey: 'my-"own"\\key' })
    expect(server.received[0]?.headers['idempotency-key']).toBe('"my-\\"own\\"\\\\key"')
  })

  test('without a key is not sent twice, unless a 429 says that it was not carried out', async () => {
    hurry()
    const given = { message: 'a', signature: '0x00' } as const
    const { server, client } = await open((response, _, count) =>
      count === 1 ? fail(response, 429, 'rate_limited', { 'retry-after': '1' }) : response.destroy(),
    )
    expect(await refused(verifyAuth(client, given))).toBeInstanceOf(ConnectionError)
    expect(server.received).toHaveLength(2)
    expect(server.received[0]?.headers['idempotency-key']).toBeUndefined()

    const failing = await open((response) => fail(response, 503, 'store_unavailable', { 'retry-after': '1' }))
    expect(await refused(verifyAuth(failing.client, given))).toMatchObject({ code: 'store_unavailable' })
    expect(failing.server.received).toHaveLength(1)
    const proxied = await open((response) => send(response, 429, 'text/html', 'slow down'))
    await refused(verifyAuth(proxied.client, given))
    expect(proxied.server.received).toHaveLength(1)
  })
})

describe('a credential', () => {
  test('is renewed once after a 401, and its call made again', async () => {
    let proof = 'old'
    const { server, client } = await open((response, { headers }) =>
      headers.authorization === 'Bearer new' ? succeed(response, { ok: true }) : fail(response, 401, 'unauthenticated'),
    )
    client.credential = {
      authorize: (request) => new Request(request, { headers: { authorization: `Bearer ${proof}` } }),
      renew: async () => ((proof = 'new'), true),
    }
    expect(await createAuthHandoff(client)).toEqual({ ok: true })
    expect(server.received).toHaveLength(2)
  })

  test('that cannot be renewed leaves the 401, which no further attempt follows', async () => {
    const { server, client } = await open((response) => fail(response, 401, 'unauthenticated'))
    let renewals = 0
    const authorize = (request: Request) => request
    for (const renew of [undefined, async () => (renewals++, false), async () => (renewals++, true)]) {
      client.credential = renew ? { authorize, renew } : { authorize }
      expect(await refused(createAuthHandoff(client))).toMatchObject({ code: 'unauthenticated' })
    }
    expect([renewals, server.received.length]).toEqual([2, 4])
  })

  test('that fails ends the call with its own error', async () => {
    const { server, client } = await open((response) => succeed(response))
    const error = new Error('the wallet refused')
    client.credential = { authorize: () => Promise.reject(error) }
    expect(await refused(createAuthHandoff(client))).toBe(error)
    expect(server.received).toEqual([])
  })
})
