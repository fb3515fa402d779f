import { describe, expect, test, vi } from 'vitest'
import { cre } from '../../schema/cre/index.ts'
import { type Malformed, malformedCalls } from '../laws/malformedCalls.ts'
import { sieve } from '../laws/probes.ts'
import { faultOf } from '../laws/refusals.ts'
import {
  API_KEY,
  bearer,
  block,
  get,
  inParallel,
  newNonce,
  post,
  send,
  signed,
  SIGNING_SECRET,
  startRuntime,
  type Answer,
} from './startRuntime.ts'
import { useNet } from '../support/useNet.ts'

const output = block('signed', { n: 1 })
const decision = { workflow: 'runtime-orchestrator', idempotencyKey: 'd', decision: {} }
const execution = { workflowId: 'ab'.repeat(32), requestId: 'r', input: {} }
const routes: readonly (readonly [string, object | undefined])[] = [
  ['ingest', output],
  ['ingest?limit=1', undefined],
  ['decisions', decision],
  ['trigger', execution],
]
const outcome = ({ status, code }: Answer) => [status, code]

describe('strict mode', () => {
  const net = useNet(() => startRuntime())

  describe.each(routes)('%s', (route, body) => {
    const attempt = (headers: Record<string, string>) => send(net.api, route, headers, body)

    test('takes a signed request', async () => {
      expect((await attempt(signed(body))).status).toBe(200)
      const { 'x-cre-signature': signature = '', ...headers } = signed(body)
      expect((await attempt({ ...headers, 'x-cre-signature': `sha256=${signature.toUpperCase()}` })).status).toBe(200)
    })

    test('refuses a nonce that was used, here or on another route', async () => {
      for (const [other, otherBody] of routes) {
        const nonce = newNonce()
        expect((await send(net.api, other, signed(otherBody, { nonce }), otherBody)).status).toBe(200)
        expect(outcome(await attempt(signed(body, { nonce })))).toEqual([409, 'nonce_used'])
      }
    })

    test('refuses what is not signed, or not by this rule, and says nothing of the secrets', async () => {
      const { 'x-cre-nonce': _, ...withoutNonce } = signed(body)
      const { authorization: __, ...withoutKey } = signed(body)
      const refusals: Record<string, string>[] = [
        {},
        bearer(),
        bearer('0'.repeat(API_KEY.length)),
        withoutNonce,
        withoutKey,
        { ...withoutKey, cookie: `__Host-session=${API_KEY}` },
        { ...signed(body), authorization: `Bearer ${API_KEY.slice(0, -1)}` },
        signed(body, { secret: `${SIGNING_SECRET}.` }),
        signed(body, { timestamp: Date.now() - 301_000 }),
        signed(body, { timestamp: Date.now() + 301_000 }),
        signed(body, { timestamp: 'NaN' }),
        signed(body, { timestamp: Math.floor(Date.now() / 1000) }),
        signed(body, { nonce: 'short' }),
        signed(body, { nonce: 'n'.repeat(129) }),
        signed({ ...body, more: 1 }),
        { ...signed(body), 'x-cre-signature': 'zz' },
      ]
      for (const headers of refusals) {
        const answer = await attempt(headers)
        expect(outcome(answer), JSON.stringify(headers)).toEqual([401, 'unauthenticated'])
        expect(answer.headers.get('www-authenticate')).toMatch(
          /^Bearer realm="runtime"(, error="invalid_token")?, HMAC realm="runtime"(, error="bad_signature")?$/,
        )
        expect(JSON.stringify(answer.json)).not.toMatch(/key of the workflow|secret that/)
      }
    })

    test('takes a timestamp just inside the window', async () => {
      // The older it is, the less may a busy machine take to send it.
      for (const off of [-270_000, 295_000])
        expect((await attempt(signed(body, { timestamp: Date.now() + off }))).status).toBe(200)
    })
  })

  test('refuses a body changed by one byte, and any header changed by one', async () => {
    const headers = signed(output)
    const changed = { ...output, payload: { n: 2 } }
    expect(outcome(await send(net.api, 'ingest', headers, changed))).toEqual([401, 'unauthenticated'])
    for (const name of ['x-cre-timestamp', 'x-cre-nonce', 'x-cre-signature']) {
      const value = headers[name] ?? ''
      const last = value.endsWith('1') ? '2' : '1'
      const other = { ...headers, [name]: value.slice(0, -1) + last }
      expect(outcome(await send(net.api, 'ingest', other, output)), name).toEqual([401, 'unauthenticated'])
    }
    // None of that used up the nonce.
    expect((await send(net.api, 'ingest', headers, output)).status).toBe(200)
  })

  test('signs what the body means, not its bytes', async () => {
    const spaced = `{ "payload": {"n": 1.0},\n "idempotencyKey":"signed", "kind":"block", "workflow":"runtime-indexer-block"}`
    expect((await send(net.api, 'ingest', signed(output), spaced)).status).toBe(200)
  })

  const telling = sieve<Malformed>()
  test.each(Object.values(cre))('$operationId answers nothing malformed with a 500', async (operation) => {
    const [, body] = routes.find(([route, some]) => operation.path.endsWith(`/${route}`) && some) ?? []
    const example = operation.method === 'post' ? { body } : { query: { limit: '1' } }
    const faults: string[] = []
    await inParallel(telling(malformedCalls(operation, example)), 16, async ({ name, call }) => {
      const search = call.query ? `?${new URLSearchParams(call.query)}` : ''
      const raw =
        typeof call.body === 'string' || call.body instanceof Uint8Array || call.body instanceof ReadableStream
      const response = await fetch(`${net.api}${operation.path}${search}`, {
        method: operation.method.toUpperCase(),
        headers: { ...signed(raw ? readable(call.body) : call.body), ...call.headers },
        ...(call.body === undefined ? {} : { body: bodyOf(call.body), duplex: 'half' }),
      })
      if (response.status < 400) return void (await response.arrayBuffer())
      const fault = await faultOf(response, API_KEY)
      if (fault !== undefined || response.status >= 500) faults.push(`${name}: ${response.status} ${fault}`)
    })
    expect(faults).toEqual([])
  })
})

/** The meaning of a raw body, if it has one: else its signature cannot be right. */
function readable(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body || '{}') : {}
  } catch {
    return {}
  }
}

const bodyOf = (body: unknown): string | Uint8Array | ReadableStream =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream ? body : JSON.stringify(body)

describe('outside strict mode', () => {
  test('a configured secret wants signatures, unless unsigned requests are let through', async () => {
    const net = await startRuntime({ CRE_RUNTIME_ENFORCE_HMAC: 'false' })
    expect(outcome(await send(net.api, 'ingest', bearer()))).toEqual([401, 'unauthenticated'])
    expect((await get(net.api, 'ingest')).status).toBe(200)
    await net.stop()

    const open = await startRuntime({
      CRE_RUNTIME_ENFORCE_HMAC: '',
      CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED: 'true',
    })
    const logged = vi.spyOn(console, 'error')
    expect((await send(open.api, 'ingest', bearer(), output)).status).toBe(200)
    await expect.poll(() => logged.mock.calls.flat().join()).toContain('"event":"unsigned_runtime_request",')
    logged.mockRestore()
    // A signature is checked nevertheless.
    const nonce = newNonce()
    expect((await post(open.api, 'ingest', output, { nonce })).status).toBe(200)
    expect(outcome(await post(open.api, 'decisions', decision, { nonce }))).toEqual([409, 'nonce_used'])
    const { 'x-cre-signature': _, ...half } = signed(output)
    expect(outcome(await send(open.api, 'ingest', half, output))).toEqual([401, 'unauthenticated'])
    await open.stop()
  })

  test('without a secret the key is enough; secrets rotate', async () => {
    const net = await startRuntime({
      CRE_RUNTIME_ENFORCE_HMAC: 'false',
      CRE_RUNTIME_SIGNING_SECRET: '',
      CRE_RUNTIME_API_KEY: 'the new key of the workflow runtime',
      CRE_RUNTIME_API_KEY_PREVIOUS: API_KEY,
    })
    for (const key of [API_KEY, 'the new key of the workflow runtime'])
      expect((await send(net.api, 'ingest', bearer(key), output)).status).toBe(200)
    await net.stop()

    const rotating = await startRuntime({
      CRE_RUNTIME_SIGNING_SECRET: 'the new secret that requests are signed with',
      CRE_RUNTIME_SIGNING_SECRET_PREVIOUS: SIGNING_SECRET,
    })
    for (const secret of [SIGNING_SECRET, 'the new secret that requests are signed with'])
      expect((await post(rotating.api, 'ingest', output, { secret })).status).toBe(200)
    await rotating.stop()
  })
})

describe('configuration', () => {
  test.each([
    ['strict and no secret', { CRE_RUNTIME_SIGNING_SECRET: '' }, [503, 'signing_not_configured']],
    [
      'a secret that is too short',
      { CRE_RUNTIME_ENFORCE_HMAC: 'false', CRE_RUNTIME_SIGNING_SECRET: 'short' },
      [503, 'signing_not_configured'],
    ],
    ['a switch that is neither', { CRE_RUNTIME_ENFORCE_HMAC: 'maybe' }, [503, 'configuration_invalid']],
  ])('with %s every route is closed', async (_, variables, expected) => {
    const net = await startRuntime(variables)
    for (const [route, body] of routes)
      expect(outcome(await send(net.api, route, signed(body), body))).toEqual(expected)
    await net.stop()
  })
})
