import { createAuthHandoff, createClient, getVetokenUser, streamAgent, type Client } from 'creator-vault'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BadServer, fail, type Respond, startBadServer, succeed } from './startBadServer.ts'

const address = '0x00000000000000000000000000000000000000A1'
let server: BadServer | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await server?.stop()
  server = undefined
})

async function open(respond: Respond): Promise<Client> {
  server = await startBadServer(respond)
  return createClient({ network: { chainId: 31_337, baseUrl: server.url } })
}
/** Aborts a call once something is so, and gives what it rejects with, and the reason that it should. */
async function aborted(work: (signal: AbortSignal) => Promise<unknown>, isTime: () => boolean) {
  const control = new AbortController()
  const reason = { because: 'of a test' }
  const outcome = work(control.signal).catch((error: unknown) => error)
  await expect.poll(isTime).toBe(true)
  control.abort(reason)
  return { outcome: await outcome, reason }
}
const received = () => server?.received.length ?? 0
const never = new Promise<never>(() => {})

describe('a call that is aborted rejects with the reason of the signal, and ends', () => {
  test('before it begins: no signature is requested, and nothing is sent', async () => {
    const client = await open((response) => succeed(response))
    const authorize = vi.fn<(request: Request) => Request>((request) => request)
    client.credential = { authorize }
    const signal = AbortSignal.abort('too late')
    expect(await createAuthHandoff(client, {}, { signal }).catch((error: unknown) => error)).toBe('too late')
    expect([authorize.mock.calls.length, received()]).toEqual([0, 0])
  })

  test('while its credential is made', async () => {
    const client = await open((response) => succeed(response))
    let isPending = false
    client.credential = { authorize: () => ((isPending = true), never) }
    const { outcome, reason } = await aborted(
      (signal) => createAuthHandoff(client, {}, { signal }),
      () => isPending,
    )
    expect(outcome).toBe(reason)
    expect(received()).toBe(0)
  })

  test('while its credential is renewed', async () => {
    const client = await open((response) => fail(response, 401, 'unauthenticated'))
    let isPending = false
    client.credential = { authorize: (request) => request, renew: () => ((isPending = true), never) }
    const { outcome, reason } = await aborted(
      (signal) => createAuthHandoff(client, {}, { signal }),
      () => isPending,
    )
    expect(outcome).toBe(reason)
    expect(received()).toBe(1)
  })

  test.each<[string, Respond]>([
    ['headers', () => {}],
    ['the rest of the body', (response) => response.writeHead(200).write('{"success":')],
    ['the rest of an error', (response) => response.writeHead(503).write('{"type":')],
  ])('while it waits for %s', async (_, respond) => {
    const client = await open(respond)
    const { outcome, reason } = await aborted(
      (signal) => getVetokenUser(client, { address }, { signal }),
      () => received() === 1,
    )
    expect(outcome).toBe(reason)
    await expect.poll(() => server?.left).toBe(1)
    expect(received()).toBe(1)
  })

  test('while it waits for its next attempt', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const client = await open((response) => fail(response, 503, 'upstream_failed', { 'retry-after': '19' }))
    const wait = () =>
      set.mock.calls.findIndex(([, milliseconds = 0]) => milliseconds >= 19_000 && milliseconds < 24_000)
    const { outcome, reason } = await aborted(
      (signal) => getVetokenUser(client, { address }, { signal }),
      () => wait() >= 0,
    )
    expect(outcome).toBe(reason)
    expect(cleared).toHaveBeenCalledWith(set.mock.results[wait()]?.value)
  })

  test('while it reads a stream', async () => {
    const client = await open((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPEN),
    )
    let events = 0
    const { outcome, reason } = await aborted(
      async (signal) => {
        for await (const _ of streamAgent(client, { message: 'a' }, { signal })) events++
      },
      () => events === 1,
    )
    expect(outcome).toBe(reason)
    await expect.poll(() => server?.left).toBe(1)
  })

  test('and one that has ended leaves nothing at a signal that lives on', async () => {
    const client = await open((response, _, count) =>
      count % 2 === 1 ? fail(response, 503, 'upstream_failed', { 'retry-after': '0' }) : succeed(response),
    )
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    client.credential = { authorize: (request) => request }
    await getVetokenUser(client, { address }, { signal })
    await createAuthHandoff(client, {}, { signal, retries: 0 }).catch(() => {})
    expect(added.mock.calls.length).toBeGreaterThan(0)
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
  })
})

const OPEN = 'event: open\ndata: {"correlationId":"request-1"}\n\n'
