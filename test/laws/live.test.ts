import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alternativesOf } from '../../schema/codesOf.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import { readExamples } from '../../platform/readExamples.ts'
import { answerSchema } from './answerSchemas.ts'
import { exampleForm, exampleOf } from './exampleCalls.ts'
import { BUDGET, type Call, type Live, openSession, operations, shareSessions, signsIn, startLive } from './live.ts'
import { isRecord } from './json.ts'
import { seeded } from '../support/seeded.ts'
import { expectDenial, faultOf } from './refusals.ts'
import { type Watched, watchPersonalData } from './watchPersonalData.ts'

let live: Live
let session: ReturnType<typeof shareSessions>
let watched: Watched
beforeAll(async () => {
  const started = await startLive({ logLevel: 'info' })
  live = started
  watched = await watchPersonalData(started)
  live = watched.live
  session = shareSessions(live)
}, 120_000)
afterAll(() => {
  watched?.end()
  return live?.stop()
})

const example = async (id: string): Promise<Call> => exampleOf(id)(live)
/** By a session that others use too, where it need not be an account's own. */
const sharedExample = async (id: string): Promise<Call> =>
  exampleOf(id)({ ...live, session: (account) => (account ? live.session(account) : session()) })
/** One limited session, of an account that has no other. */
let limited: ReturnType<Live['session']> | undefined
const limitedSession = () => (limited ??= openSession(live.send, seeded('limited').account(), { scope: 'limited' }))
/** Credentials that a session is, or belongs to. */
const PERSONS: readonly string[] = ['build', 'write', 'session', 'admin', 'sessionAndIdentity']
/** What was sent as each example. */
const answered = new Map<string, Call>()
/** Made once for all that is sent instead of it. */
const forms = new Map<string, Promise<Call>>()
const formOf = (id: string): Promise<Call> => {
  const form = forms.get(id) ?? exampleForm(id, live)
  forms.set(id, form)
  return form
}

/** What scripts of other origins send, and read. */
const IN_BROWSERS = {
  'access-control-allow-headers':
    'Authorization Content-Type Content-Digest Signature Signature-Input X-SIWA-Receipt If-None-Match X-Request-Id PAYMENT-SIGNATURE X-PAYMENT Idempotency-Key Prefer traceparent MCP-Protocol-Version Mcp-Method Mcp-Name',
  'access-control-expose-headers':
    'ETag Retry-After RateLimit RateLimit-Policy X-Request-Id X-Error-Code X-As-Of-Block X-Stale WWW-Authenticate Accept-Signature PAYMENT-REQUIRED PAYMENT-RESPONSE Deprecation Sunset Link Server-Timing Idempotency-Replayed Preference-Applied X-Unknown-Parameters',
}

describe.each(operations)('$id', ({ id, operation }) => {
  test('answers its example with 200, or 410 where it is gone, exactly as the document publishes it', async () => {
    // One that ends its session has its own.
    const call = await (signsIn(operation) ? sharedExample(id) : example(id))
    answered.set(id, call)
    const answer = await live.send(operation, call)
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const status = operation['x-deprecated'] ? 410 : 200
    expect(answer.status, await answer.clone().text()).toBe(status)
    const schema = answerSchema(operation.method, operation.path, status, type)
    if (!schema) throw new Error(`${type} is not published`)
    if (type === 'application/json') schema(await answer.json())
    expect(schema.errors ?? []).toEqual([])
    const limits = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    expect(limits.filter((name) => answer.headers.get(name) === null)).toEqual([])
    expect(answer.headers.get('server-timing')).toMatch(/^(upstream;dur=\d+, )?(store;dur=\d+, )?total;dur=\d+$/)
    // Scripts of other origins may read when something arrived only where no cookie can count.
    const mayHaveCookie = answer.headers.get('vary')?.includes('Origin') === true
    expect(answer.headers.get('timing-allow-origin')).toBe(mayHaveCookie ? null : '*')
    const { since, sunset } = operation['x-deprecated'] ?? {}
    expect(answer.headers.get('deprecation')).toBe(since === undefined ? null : `@${Date.parse(since) / 1000}`)
    expect(answer.headers.get('sunset')).toBe(sunset === undefined ? null : new Date(sunset).toUTCString())
    if (since !== undefined) expect(answer.headers.get('link')).toMatch(/^<http[^>]+>; rel="deprecation"/)
    if (operation['x-cache']) expect(answer.headers.get('etag')).toMatch(/^W\/"/)
    else
      expect(answer.headers.get('cache-control')).toMatch(
        operation['x-auth'] === 'admin' || operation['x-private']
          ? /^private, no-store$/
          : operation['x-answer'] === 'media'
            ? /^private, max-age=\d+$/
            : /^no-store(, no-transform)?$/,
      )
  })

  test('refuses other methods with 405 and says which it takes', async () => {
    const call = await formOf(id)
    const taken = operations
      .filter((other) => other.operation.path === operation.path)
      .map((other) => other.operation.method.toUpperCase())
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !taken.includes(name))) {
      const answer = await live.send(
        { ...operation, method: methodOf(method) },
        { ...call, ...(method === 'GET' ? { body: undefined } : {}) },
      )
      expect(answer.status, method).toBe(405)
      expect(answer.headers.get('allow')?.split(', '), method).toEqual(expect.arrayContaining([...taken, 'OPTIONS']))
      expect(await faultOf(answer), method).toBeUndefined()
    }
  })

  test('answers a preflight with its methods', async () => {
    const answer = await fetch(live.api + operation.path.replace(/\{\w+\}/g, 'x'), {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': operation.method.toUpperCase() },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toContain(operation.method.toUpperCase())
    for (const [header, names] of Object.entries(IN_BROWSERS))
      expect(answer.headers.get(header)?.split(', ')).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test('denies what goes over the budget of a client, and says until when', async () => {
    const client = { 'cf-connecting-ip': live.newClient() }
    const denied = await exhaust(operation, { ...broken(operation, await formOf(id)), headers: client })
    expectDenial(denied)
    expect(await faultOf(denied)).toBeUndefined()
  })
})

describe.each(operations.filter(({ operation }) => operation['x-answer'] === 'media'))('$id', ({ id, operation }) => {
  test('answers JSON to a client that wants it, as published', async () => {
    const call = await example(id)
    const answer = await live.send(operation, { ...call, headers: { ...call.headers, accept: 'application/json' } })
    const schema = answerSchema(operation.method, operation.path, 200, 'application/json')
    if (!schema) throw new Error('not published')
    schema(await answer.json())
    expect(schema.errors ?? []).toEqual([])
  })
})

/** Reads whose addresses and names come from the contracts alone, whatever the time. */
const TIMELESS = ['getTokenMetadata', 'getTokenListEntry', 'getVaultStrategies', 'getLotteryCreator', 'getLpStrategy']

describe.each(operations.filter(({ id }) => TIMELESS.includes(id)))('$id', ({ id, family, operation }) => {
  test('answers the contracts and names of its published example (else: npm run examples)', async () => {
    const answer: unknown = await (await live.send(operation, await example(id))).json()
    const names = namesIn(answer)
    expect(names.length).toBeGreaterThan(2)
    expect(names).toEqual(namesIn(readExamples(family)[id]?.answer))
  })
})

/** Addresses and symbols of an answer, each with its place. */
function namesIn(node: unknown, place = ''): string[] {
  if (isRecord(node)) return Object.entries(node).flatMap(([key, inner]) => namesIn(inner, `${place}/${key}`))
  return typeof node === 'string' && /^(0x[0-9a-fA-F]{40}|■?[A-Z]{3,12})$/.test(node) ? [`${place}: ${node}`] : []
}

/** Whether the body of an operation, for everyone, names who is to send what it builds. */
const takesSender = (operation: Operation): boolean =>
  operation['x-auth'] !== 'admin' &&
  alternativesOf(bodySchema(operation)).some((one) => one instanceof z.ZodObject && 'from' in one.shape)
const protectedOperations = operations.filter(({ operation }) => operation['x-auth'] !== undefined)

describe.each(protectedOperations)('$id', ({ id, operation }) => {
  test('refuses who shows no credential, or a wrong one', async () => {
    const call = await formOf(id)
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer nobody' },
      { authorization: `Bearer ${'0'.repeat(64)}` },
      { cookie: '__Host-session=nobody' },
      { 'x-siwa-receipt': 'e30.AA' },
      { 'x-siwa-receipt': 'e30.AA', signature: 'eth=:AA==:', 'signature-input': 'eth=();created=1' },
    ]
    for (const headers of wrong) {
      const answer = await live.send(operation, { ...call, headers })
      expect(answer.status, JSON.stringify(headers)).toBe(401)
      expect(answer.headers.get('www-authenticate')).not.toBeNull()
      expect(await faultOf(answer)).toBeUndefined()
    }
  })

  test('counts a principal wherever it calls from', async () => {
    // What the example of a keeper does first may be over its own budget by now; its keys stay the same.
    const call = operation['x-auth'] === 'keepr' ? answered.get(id) : undefined
    expectDenial(await exhaust(operation, broken(operation, call ?? (await example(id)))))
  })
})

describe.each(operations.filter(({ operation }) => signsIn(operation) && operation.method !== 'get'))('$id', (one) => {
  test('takes the cookie of a session from a trusted page alone', async () => {
    const call = await formOf(one.id)
    const { authorization = '' } = await session()
    const cookie = authorization.replace('Bearer ', 'session=')
    for (const page of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await live.send(one.operation, { ...call, headers: { cookie, ...page } })
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([403, 'forbidden_origin'])
      expect(await faultOf(answer)).toBeUndefined()
    }
  })
})

/** Operations that need a credential, at least for some requests. */
const credentialled = operations.flatMap(({ id, operation }) => {
  const auth = operation['x-auth'] ?? operation['x-auth-when']?.auth
  return auth === undefined ? [] : [{ id, operation, auth }]
})

/** A form of an operation that needs its credential. */
function needing(operation: Operation, form: Call): Call {
  const when = operation['x-auth-when']
  if (!when) return broken(operation, form)
  const { [when.query]: _, ...query } = form.query ?? {}
  return { ...form, query: when.is === 'absent' ? query : { ...query, [when.query]: String(when.is ?? true) } }
}

describe.each(credentialled)('$id', ({ id, operation, auth }) => {
  // Shared by all of them: who is refused is not counted, so that no budget is used up.
  test('takes a limited session to build and to read, and for nothing else, nor as a cookie', async () => {
    const sent = needing(operation, await formOf(id))
    const { authorization = '' } = await limitedSession()
    const cookie = authorization.replace('Bearer ', 'session=')
    const proof = auth === 'sessionAndIdentity' ? await live.idpToken() : {}
    const ask = (headers: Record<string, string>) =>
      live.send(operation, { ...sent, headers: { ...proof, ...headers } })
    const asBearer = await ask({ authorization })
    for (const answer of [
      await ask({ cookie, 'sec-fetch-site': 'same-origin' }),
      ...(auth === 'build' ? [] : [asBearer]),
    ]) {
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([401, 'unauthenticated'])
      expect(await faultOf(answer.clone())).toBeUndefined()
      if (PERSONS.includes(auth)) expect(await answer.text()).toContain('the session is limited')
    }
    if (auth === 'build') expect([200, 400, 403, 404, 429]).toContain(asBearer.status)
  })
})

describe.each(protectedOperations.filter(({ operation }) => takesSender(operation)))('$id', ({ id, operation }) => {
  test.each([
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['what is not an address', 'vitalik.eth'],
  ])('refuses %s as sender', async (_, from) => {
    const right = z.record(z.string(), z.unknown()).parse((await formOf(id)).body ?? {})
    const headers = await session()
    const answer = await live.send(operation, { body: { ...right, from }, headers })
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
    expect(await faultOf(answer)).toBeUndefined()
  })
})

describe('personal data', () => {
  test('was answered to the person alone that it is of, and logged by none of all these requests', () => {
    const { answers, lines, shown, leaks } = watched.seen()
    expect(leaks).toEqual([])
    // Of what nothing could be seen, nothing was proven: the people’s own exports hold their e-mail addresses.
    expect([...shown]).toEqual(expect.arrayContaining(['getAuthMe', 'getPortfolio', 'exportPortfolio']))
    expect(answers).toBeGreaterThan(operations.length)
    expect(lines).toBeGreaterThan(operations.length)
  })
})

/** A request counts before its query and body are looked into: a broken one is as good as any, and costs nothing. */
const broken = (operation: Operation, call: Call): Call =>
  operation.method === 'get' ? { ...call, query: { ...call.query, minBlock: '-1' } } : { ...call, body: '{' }

/** Calls until one is denied; a window may end meanwhile, so it may take more than one budget. */
async function exhaust(operation: Operation, call: Call): Promise<Response | undefined> {
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all(Array.from({ length: BUDGET + 1 }, () => live.send(operation, call)))
    const denied = answers.find((answer) => answer.status === 429)
    await Promise.all(answers.filter((answer) => answer !== denied).map((answer) => answer.arrayBuffer()))
    if (denied) return denied
  }
  return undefined
}

const methodOf = (name: string): Operation['method'] => {
  const method = (['get', 'post', 'put', 'patch', 'delete'] as const).find(
    (candidate) => candidate === name.toLowerCase(),
  )
  if (!method) throw new Error(`no method ${name}`)
  return method
}
