import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorEnvelope } from '../../schema/common.ts'
import { FAMILIES } from '../../schema/families.ts'
import { Problem } from '../../schema/problem.ts'
import { echo, startBeside, type Beside } from '../support/startBeside.ts'

let gateway: Beside
beforeAll(async () => {
  const families = Object.fromEntries(Object.keys(FAMILIES).map((family) => [family, echo(family)]))
  gateway = await startBeside('gateway', { ...families, cre: () => Promise.reject(new Error('no')) })
})
afterAll(() => gateway.stop())

const get = (path: string, init?: RequestInit) => fetch(`${gateway.host}${path}`, init)

describe('a path of a family', () => {
  const paths = Object.entries(FAMILIES)
    .filter(([family]) => family !== 'cre')
    .flatMap(([family, prefixes]) => prefixes.map((prefix) => [family, `/api${prefix}`] as const))

  test.each(paths)('%s answers %s, below it and with a query', async (family, path) => {
    for (const url of [path, `${path}/x/y`, `${path}?a=1`]) {
      expect(await (await get(url)).text()).toBe(`${family} GET ${gateway.host}${url}`)
    }
  })

  test('is handed on as it came: method, body and path', async () => {
    const answer = await get('/api/v1/gauge/x%2Fy', { method: 'POST', body: '{}' })
    expect(await answer.text()).toBe(`gauge POST ${gateway.host}/api/v1/gauge/x%2Fy`)
  })

  test('whose family fails is 503 family_unavailable in the envelope, with Retry-After', async () => {
    const answer = await get('/api/cre/runtime')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('x-error-code')).toBe('family_unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({
      success: false,
      error: 'family_unavailable: the Worker of this path does not respond; try again',
    })
  })
})

test('documents of site are its own below /.well-known too, and the others there are the gateway’s', async () => {
  const files = ['arazzo.yaml', 'api-catalog', 'agent-skills/x/SKILL.md', 'mcp/server-card.json', 'security.txt']
  for (const url of files.flatMap((file) => ['', '?a=1', '/x'].map((rest) => `/.well-known/${file}${rest}`)))
    expect(await (await get(url)).text()).toBe(`site GET ${gateway.host}${url}`)
  expect((await get('/.well-known/x402')).headers.get('content-type')).toContain('application/json')
  for (const url of ['/.well-known/arazzo', '/.well-known/', '/.well-known'])
    expect((await get(url)).headers.get('x-error-code'), url).toBe('not_found')
})

test.each([
  '/api/v1/gaugex',
  '/api/v1/gauge.json',
  '/api/v1',
  '/api/v1/',
  '/v1/gauge',
  '/api/nothing',
  '//api/v1/gauge',
  '/api/v2/gauge',
  '/%2e%2e/x',
])('an unknown path such as %s is 404 in the envelope', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-error-code')).toBe('not_found')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/^not_found/) })
})

test.each([
  ['/api/v1/gaugee/epoch', 'GET /api/v1/gauge/epoch: /api/v1/spec/operations/getGaugeEpoch.json'],
  ['/openapi.jsn', 'GET /openapi.json; /.well-known/api-catalog lists the documents of all operations'],
  ['/api/helth', 'GET /api/health; /.well-known/api-catalog lists the documents of all operations'],
])('an unknown path such as %s names what is nearest of all families and documents: %s', async (path, nearest) => {
  const { error } = ErrorEnvelope.parse(await (await get(path)).json())
  expect(error).toBe(`not_found: no operation exists at this path; the nearest is ${nearest}`)
})

test('errors of the gateway come as problem details too', async () => {
  const problems = ['/api/cre/runtime', '/api/nothing', `/${'x'.repeat(5000)}`].map(async (path) => {
    const answer = await get(path, { headers: { accept: 'application/problem+json' } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    return Problem.parse(await answer.json()).code
  })
  expect(await Promise.all(problems)).toEqual(['family_unavailable', 'not_found', 'uri_too_long'])
})

test('a document with a slash at its end is where it is without', async () => {
  const answer = await get('/health/?x=1', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/health?x=1'])
})

test('a base URL without /api is named as the fault', async () => {
  for (const path of ['/v1/gauge/epoch', '/auth/nonce', '//v1/gauge/epoch/']) {
    const { error } = ErrorEnvelope.parse(await (await get(path)).json())
    expect(error).toMatch(/^not_found: no operation exists at this path, because it lacks \/api: .* GET \/api\//)
  }
})

test('two slashes in a row, as a base URL with a slash at its end makes them, lead to the operation', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await get('/api//v1/gauge/epoch?x=1', { method, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/api/v1/gauge/epoch?x=1'])
  }
  expect((await get('/api//v1/gauge/epoch', { method: 'OPTIONS' })).status).toBe(204)
  expect(await (await get('/api//v1/gauge/epoch')).text()).toBe(`gauge GET ${gateway.host}/api/v1/gauge/epoch`)
})

test('security: no redirect leads to another host', async () => {
  for (const path of ['//evil.example/api/v1/gauge/epoch/', '//evil.example/', '/\\\\evil.example/']) {
    const answer = await get(path, { redirect: 'manual' })
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null])
  }
})

test.each([
  'oauth-protected-resource',
  'oauth-protected-resource/mcp',
  'oauth-authorization-server',
  'oauth-authorization-server/mcp',
  'openid-configuration',
  'openid-configuration/mcp',
])('there is no OAuth: /.well-known/%s is 404 in JSON', async (path) => {
  const answer = await get(`/.well-known/${path}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/json'),
  ])
  expect(answer.headers.get('www-authenticate')).toBeNull()
  expect(await answer.text()).not.toContain('the nearest is')
  const registration = await get('/register', { method: 'POST', body: '{}' })
  expect([registration.status, registration.headers.get('x-error-code')]).toEqual([404, 'not_found'])
})
