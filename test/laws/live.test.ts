import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alternativesOf } from '../../schema/codesOf.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import { readExamples } from '../../platform/readExamples.ts'
import { answerSchema } from './answerSchemas.ts'
import { exampleOf } from './exampleCalls.ts'
import { BUDGET, type Call, type Live, openSession, operations, shareSessions, signsIn, startLive } from './live.ts'
import { isRecord } from './json.ts'
import { kindOf } from './probes.ts'
import { factsAbout, faultsOf } from '../support/facts.ts'
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
})
afterAll(() => {
  watched?.end()
  return live?.stop()
})

type One = (typeof operations)[number]

const example = async (id: string): Promise<Call> => exampleOf(id)(live)
/** By a session that others use too, where it need not be an account's own. */
const sharedExample = async (id: string): Promise<Call> =>
  exampleOf(id)({ ...live, session: (account) => (account ? live.session(account) : session()) })
/** One limited session, of an account that has no other. */
let limited: ReturnType<Live['session']> | undefined
const limitedSession = () => (limited ??= openSession(live.send, seeded('limited').account(), { scope: 'limited' }))
/** Credentials that a session is, or belongs to. */
const PERSONS: readonly string[] = ['build', 'write', 'session', 'admin', 'sessionAndIdentity']

/** An operation, the call that is its example, and what it has answered to that. */
interface Exchange extends One {
  readonly call: Call
  /** The call without its credential. */
  readonly form: Call
  readonly answer: Response
  readonly text: string
}
/** The calls of all operations so far. */
const calls = new Map<string, Call>()

async function exchangeOf(one: One): Promise<Exchange> {
  const { id, operation } = one
  // One that ends its session has its own.
  const call = await (signsIn(operation) ? sharedExample(id) : example(id))
  calls.set(id, call)
  const { headers: _, ...form } = call
  const answer = await live.send(operation, call)
  return { ...one, call, form, answer, text: await answer.text() }
}

/** Headers that scripts of other origins send and read. */
const IN_BROWSERS = {
  'access-control-allow-headers':
    'Authorization Content-Type Content-Digest Signature Signature-Input X-SIWA-Receipt X-IdP-Token If-None-Match X-Request-Id PAYMENT-SIGNATURE X-PAYMENT Idempotency-Key Prefer traceparent MCP-Protocol-Version Mcp-Method Mcp-Name',
  'access-control-expose-headers':
    'ETag Retry-After RateLimit RateLimit-Policy X-Request-Id X-Error-Code X-As-Of-Block X-Stale WWW-Authenticate Accept-Signature PAYMENT-REQUIRED PAYMENT-RESPONSE Deprecation Sunset Link Server-Timing Idempotency-Replayed Preference-Applied X-Unknown-Parameters',
}

/** Reads whose addresses and names come from the contracts alone, whatever the time. */
const TIMELESS = ['getTokenMetadata', 'getTokenListEntry', 'getVaultStrategies', 'getLotteryCreator', 'getLpStrategy']

const WRONG_CREDENTIALS: readonly Record<string, string>[] = [
  {},
  { authorization: 'Bearer nobody' },
  { authorization: `Bearer ${'0'.repeat(64)}` },
  { cookie: '__Host-session=nobody' },
  { 'x-siwa-receipt': 'e30.AA' },
  { 'x-siwa-receipt': 'e30.AA', signature: 'eth=:AA==:', 'signature-input': 'eth=();created=1' },
]
const shownKinds = new Set<string>()

/** Steps of the test of one operation; a step applies to all operations unless it names some. */
const STEPS: Readonly<Record<string, { of?: (one: One) => boolean; holds: (one: Exchange) => unknown }>> = {
  'answers its example with 200, or 410 where it is gone, exactly as the document publishes it': {
    holds({ operation, answer, text }) {
      const status = operation['x-deprecated'] ? 410 : 200
      expect(answer.status, text).toBe(status)
      expectPublished(operation, status, answer.headers.get('content-type')?.split(';')[0] ?? '', text)
    },
  },
  'says what is left of its budget, and what took its time': {
    holds({ answer: { headers } }) {
      const limits = [
        'ratelimit',
        'ratelimit-policy',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]
      expect(limits.filter((name) => headers.get(name) === null)).toEqual([])
      expect(headers.get('server-timing')).toMatch(/^(upstream;dur=\d+, )?(store;dur=\d+, )?total;dur=\d+$/)
      // Scripts of other origins may read when something arrived only where no cookie can count.
      const mayHaveCookie = headers.get('vary')?.includes('Origin') === true
      expect(headers.get('timing-allow-origin')).toBe(mayHaveCookie ? null : '*')
    },
  },
  'says since when it is deprecated, and until when it is there': {
    holds({ operation, answer: { headers } }) {
      const { since, sunset } = operation['x-deprecated'] ?? {}
      expect(headers.get('deprecation')).toBe(since === undefined ? null : `@${Date.parse(since) / 1000}`)
      expect(headers.get('sunset')).toBe(sunset === undefined ? null : new Date(sunset).toUTCString())
      if (since !== undefined) expect(headers.get('link')).toMatch(/^<http[^>]+>; rel="deprecation"/)
    },
  },
  'is kept by caches as the contract says': {
    holds({ operation, answer: { headers } }) {
      if (operation['x-cache']) return expect(headers.get('etag')).toMatch(/^W\/"/)
      expect(headers.get('cache-control')).toMatch(
        operation['x-auth'] === 'admin' || operation['x-private']
          ? /^private, no-store$/
          : operation['x-answer'] === 'media'
            ? /^private, max-age=\d+$/
            : /^no-store(, no-transform)?$/,
      )
    },
  },
  'answers the contracts and names of its published example (else: npm run examples)': {
    of: ({ id }) => TIMELESS.includes(id),
    holds({ id, family, text }) {
      const names = namesIn(JSON.parse(text))
      expect(names.length).toBeGreaterThan(2)
      expect(names).toEqual(namesIn(readExamples(family)[id]?.answer))
    },
  },
  'answers JSON to a client that wants it, as published': {
    of: ({ operation }) => operation['x-answer'] === 'media',
    async holds({ operation, call }) {
      const answer = await live.send(operation, { ...call, headers: { ...call.headers, accept: 'application/json' } })
      expectPublished(operation, 200, 'application/json', await answer.text())
    },
  },
  'refuses other methods with 405 and says which it takes': {
    async holds({ operation, form }) {
      const taken = operations
        .filter((other) => other.operation.path === operation.path)
        .map((other) => other.operation.method.toUpperCase())
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !taken.includes(name))) {
        const answer = await live.send(
          { ...operation, method: methodOf(method) },
          { ...form, ...(method === 'GET' ? { body: undefined } : {}) },
        )
        expect(answer.status, method).toBe(405)
        expect(answer.headers.get('allow')?.split(', '), method).toEqual(expect.arrayContaining([...taken, 'OPTIONS']))
        expect(await faultOf(answer), method).toBeUndefined()
      }
    },
  },
  'answers a preflight with its methods': {
    async holds({ operation }) {
      const method = operation.method.toUpperCase()
      const answer = await fetch(live.api + operation.path.replace(/\{\w+\}/g, 'x'), {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': method },
      })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-methods')).toContain(method)
      for (const [header, names] of Object.entries(IN_BROWSERS))
        expect(answer.headers.get(header)?.split(', ')).toEqual(expect.arrayContaining(names.split(' ')))
    },
  },
  'refuses who shows no credential, or a wrong one': {
    of: isProtected,
    async holds({ operation, form }) {
      // Operations of one kind read credentials by the same code: the first of them shows each wrong one.
      const isFirst = shownKinds.size < shownKinds.add(kindOf(operation)).size
      for (const headers of isFirst ? WRONG_CREDENTIALS : WRONG_CREDENTIALS.slice(0, 2)) {
        const answer = await live.send(operation, { ...form, headers })
        expect(answer.status, JSON.stringify(headers)).toBe(401)
        expect(answer.headers.get('www-authenticate')).not.toBeNull()
        expect(await faultOf(answer)).toBeUndefined()
      }
    },
  },
  'takes the cookie of a session from a trusted page alone': {
    of: ({ operation }) => signsIn(operation) && operation.method !== 'get',
    async holds({ operation, form }) {
      const { authorization = '' } = await session()
      const cookie = authorization.replace('Bearer ', 'session=')
      for (const page of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await live.send(operation, { ...form, headers: { cookie, ...page } })
        expect([answer.status, answer.headers.get('x-error-code')]).toEqual([403, 'forbidden_origin'])
        expect(await faultOf(answer)).toBeUndefined()
      }
    },
  },
  // Shared by all of them: who is refused is not counted, so that no budget is used up.
  'takes a limited session to build and to read, and for nothing else, nor as a cookie': {
    of: ({ operation }) => credentialOf(operation) !== undefined,
    async holds({ operation, form }) {
      const auth = credentialOf(operation) ?? ''
      const sent = needing(operation, form)
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
    },
  },
  'refuses the zero address, and what is not an address, as sender': {
    of: (one) => isProtected(one) && takesSender(one.operation),
    async holds({ operation, form }) {
      const right = z.record(z.string(), z.unknown()).parse(form.body ?? {})
      for (const from of [`0x${'0'.repeat(40)}`, 'vitalik.eth']) {
        const answer = await live.send(operation, { body: { ...right, from }, headers: await session() })
        expect([answer.status, answer.headers.get('x-error-code')], from).toEqual([400, 'invalid_request'])
        expect(await faultOf(answer), from).toBeUndefined()
      }
    },
  },
}

test.each(operations)('$id', async (one) => {
  const found = await exchangeOf(one)
  const steps = Object.entries(STEPS).filter(([, { of }]) => of?.(one) ?? true)
  const faults = await faultsOf(
    steps,
    ([step]) => step,
    ([, { holds }]) => holds(found),
  )
  expect(faults).toEqual([])
})

/** That a text is what the document publishes of an answer. */
function expectPublished({ method, path }: Operation, status: number, type: string, text: string): void {
  const schema = answerSchema(method, path, status, type)
  if (!schema) throw new Error(`${type} is not published`)
  if (type === 'application/json') schema(JSON.parse(text))
  expect(schema.errors ?? []).toEqual([])
}

/** Addresses and symbols of an answer, each with its place. */
function namesIn(node: unknown, pointer = ''): string[] {
  if (isRecord(node)) return Object.entries(node).flatMap(([key, inner]) => namesIn(inner, `${pointer}/${key}`))
  return typeof node === 'string' && /^(0x[0-9a-fA-F]{40}|■?[A-Z]{3,12})$/.test(node) ? [`${pointer}: ${node}`] : []
}

/** Whether the body of an operation, for everyone, names who is to send what it builds. */
const takesSender = (operation: Operation): boolean =>
  operation['x-auth'] !== 'admin' &&
  alternativesOf(bodySchema(operation)).some((one) => one instanceof z.ZodObject && 'from' in one.shape)
function isProtected({ operation }: One): boolean {
  return operation['x-auth'] !== undefined
}

/** The credential that an operation needs, at least for some requests. */
const credentialOf = (operation: Operation) => operation['x-auth'] ?? operation['x-auth-when']?.auth

/** A form of an operation that needs its credential. */
function needing(operation: Operation, form: Call): Call {
  const when = operation['x-auth-when']
  if (!when) return broken(operation, form)
  const { [when.query]: _, ...query } = form.query ?? {}
  return { ...form, query: when.is === 'absent' ? query : { ...query, [when.query]: String(when.is ?? true) } }
}

/** Of each budget one client that has used it up, or is about to. */
const clients = new Map<string, string>()
factsAbout(operations, ({ id }) => id)(
  'every operation denies what goes over the budget of a client, and says until when',
  async ({ id, operation }) => {
    const client = clients.get(operation['x-limit']) ?? live.newClient()
    clients.set(operation['x-limit'], client)
    const { headers: _, ...form } = calls.get(id) ?? {}
    const denied = await exhaust(operation, { ...broken(operation, form), headers: { 'cf-connecting-ip': client } })
    expectDenial(denied)
    expect(await faultOf(denied)).toBeUndefined()
  },
)

/** Of each budget and credential one principal that has used it up, or is about to. */
const principals = new Map<string, Call['headers']>()
factsAbout(operations.filter(isProtected), ({ id }) => id)(
  'every operation counts a principal from any address',
  async ({ id, operation }) => {
    const { 'x-auth': auth, 'x-limit': limit, 'x-limit-principal': budget = limit } = operation
    // The first call of a keeper’s example may be over its own budget by now; its keys stay the same.
    const made = async () => (auth === 'keepr' ? calls.get(id) : await example(id))?.headers ?? {}
    const headers = principals.get(`${auth} ${budget}`) ?? (await made())
    principals.set(`${auth} ${budget}`, headers)
    expectDenial(await exhaust(operation, broken(operation, { ...calls.get(id), headers })))
  },
)

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

/** Calls until one is denied, as it is at once if its budget has been used up; a window may end meanwhile. */
async function exhaust(operation: Operation, call: Call): Promise<Response | undefined> {
  for (const atOnce of [1, ...Array.from({ length: 8 }, () => BUDGET + 1)]) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => live.send(operation, call)))
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
