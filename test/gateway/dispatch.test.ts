import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILIES } from '../../schema/families.ts'
import { echo, startGateway, type Gateway } from './startGateway.ts'

let gateway: Gateway
beforeAll(async () => {
  const families = Object.fromEntries(Object.keys(FAMILIES).map((family) => [family, echo(family)]))
  gateway = await startGateway({ ...families, cre: 'export default { fetch() { throw new Error("no") } }' })
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
    expect(await answer.json()).toEqual({ success: false, error: 'family_unavailable: try again' })
  })
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
