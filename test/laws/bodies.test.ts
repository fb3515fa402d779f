import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bodySchema, NO_BODY, type Operation } from '../../schema/operation.ts'
import { factsAbout } from '../support/facts.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, type Live, operations, signsIn, startLive } from './live.ts'
import { useNet } from '../support/useNet.ts'

/** Every operation but the GETs: each may be sent a body, whether it reads one or not. */
const unsafe = operations.filter(({ operation }) => operation.method !== 'get')

factsAbout(unsafe, ({ id }) => id)('every body has its bound and its kind', ({ id, operation }) => {
  const body = operation['x-body']
  expect(body?.bound).toBeGreaterThanOrEqual(NO_BODY.bound)
  // Bodies that must be objects, and those that may be lists; of all others a valid non-object is an empty object.
  expect(body?.kind).toBe(STRICT.includes(id) ? 'json' : 'object')
  if (bodySchema(operation) === undefined) expect(body).toEqual(NO_BODY)
})

const STRICT = ['requestCreatorAccess', 'streamAgent', 'ingestLotteryWebhook', 'proxyRpc', 'callPaymaster']

/** Bytes of bodies that are far smaller than most. */
const TIGHTER: Readonly<Record<string, number>> = {
  bootstrapWaitlist: 4096,
  approveWaitlistEntry: 4096,
  denyWaitlistEntry: 4096,
  deleteWaitlistEntry: 4096,
  approveCreatorAccess: 12_288,
  denyCreatorAccess: 12_288,
  revokeCreatorAccess: 12_288,
  requestCreatorAccess: 1024,
}
factsAbout(Object.entries(TIGHTER), ([id]) => id)('some bounds are tighter', ([id, bytes]) => {
  expect(unsafe.find((one) => one.id === id)?.operation['x-body']?.bound).toBeLessThanOrEqual(bytes)
})

describe('with its credential', () => {
  const calls = new Map<string, Call>()
  const live = useNet(() => startLive({ budgets: {} }))
  beforeAll(async () => {
    const shared = await live.session()
    for (const { id, operation } of unsafe) {
      const {
        headers,
        body: _,
        ...target
      } = await exampleOf(id)({
        ...live,
        session: async (a) => (a ? live.session(a) : shared),
      })
      calls.set(id, { ...target, headers: { ...(signsIn(operation) ? shared : {}), ...headers } })
    }
  }, 240_000)

  /** Answers to bodies that are not as they should be. */
  async function surprises(send: (one: (typeof unsafe)[number], call: Call) => Promise<string>, expected: string) {
    const wrong: string[] = []
    // All at once: a body that does not end is waited for, for a second.
    await Promise.all(
      unsafe.map(async (one) => {
        const answer = await send(one, calls.get(one.id) ?? {})
        if (answer !== expected) wrong.push(`${one.id}: ${answer}`)
      }),
    )
    return wrong
  }
  const sent = async (operation: Operation, call: Call): Promise<string> => {
    const answer = await live.send(operation, call)
    await answer.arrayBuffer()
    return `${answer.status} ${answer.headers.get('x-error-code')}`
  }

  test('each refuses a stated length over its bound before a byte of it has come', { timeout: 120_000 }, async () => {
    const send = ({ operation }: (typeof unsafe)[number], call: Call) =>
      unfinished(live, operation, call, { 'content-length': String(64 * 1024 * 1024) })
    expect(await surprises(send, '413 body_too_large')).toEqual([])
  })

  test('each refuses a stream that goes over its bound before it has ended', { timeout: 120_000 }, async () => {
    const send = ({ operation }: (typeof unsafe)[number], call: Call) =>
      unfinished(live, operation, call, { 'transfer-encoding': 'chunked' }, (operation['x-body']?.bound ?? 0) + 1)
    expect(await surprises(send, '413 body_too_large')).toEqual([])
  })

  test('each refuses malformed JSON', { timeout: 120_000 }, async () => {
    const send = ({ operation }: (typeof unsafe)[number], call: Call) => sent(operation, { ...call, body: '{' })
    expect(await surprises(send, '400 invalid_json')).toEqual([])
  })

  describe.each(['[]', 'null', '7', '"x"'])('the valid non-object %s', (body) => {
    const strict = unsafe.filter(({ id }) => ['requestCreatorAccess', 'streamAgent'].includes(id))
    test.each(strict)('is no body of $id', async ({ id, operation }) => {
      const answer = await live.send(operation, { ...calls.get(id), body })
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { success: false, error: 'invalid_request: body: must be a JSON object' },
      ])
    })

    test.each([
      ['bootstrapWaitlist', 200, { requiresIdpAuth: true, email: null, waitlistEntryId: null }],
      ['approveWaitlistEntry', 400, 'invalid_request: id: is required'],
    ])('is an empty object to %s', async (id, status, outcome) => {
      const one = unsafe.find((candidate) => candidate.id === id)
      if (!one) throw new Error(id)
      // Without its access token everybody gets the same answer.
      const headers = id === 'bootstrapWaitlist' ? {} : calls.get(id)?.headers
      const answer = await live.send(one.operation, { headers: headers ?? {}, body })
      const { data, error } = z.looseObject({}).parse(await answer.json())
      expect([answer.status, data ?? error]).toEqual([status, outcome])
    })
  })

  const without = unsafe.filter(({ operation }) => bodySchema(operation) === undefined && !operation['x-deprecated'])
  test.each(without)('$id needs no body, and takes an empty object', async ({ id, operation }) => {
    const call = { ...(await exampleOf(id)(live)) }
    const answer = await live.send(operation, { ...call, body: '{}' })
    expect([200, 409]).toContain(answer.status)
    expect((await live.send(operation, call)).status).not.toBe(400)
  })
})

/** The answer to a request whose body never ends: so many bytes of it are sent. */
function unfinished(
  live: Live,
  { method, path }: Operation,
  { params, query, headers }: Call,
  framing: Record<string, string>,
  bytes = 0,
): Promise<string> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '')
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  return new Promise((resolve) => {
    const sending = request(`${live.api}${filled}${search}`, {
      method: method.toUpperCase(),
      headers: { 'cf-connecting-ip': live.newClient(), ...headers, ...framing },
      timeout: 20_000,
    })
    const end = (answer: string) => {
      resolve(answer)
      sending.destroy()
    }
    sending.on('response', (answer) => end(`${answer.statusCode} ${answer.headers['x-error-code']}`))
    sending.on('error', ({ message }) => end(message))
    sending.on('timeout', () => end('no answer'))
    sending.flushHeaders()
    if (bytes > 0) sending.write(Buffer.alloc(bytes, ' '))
  })
}
