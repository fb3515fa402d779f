import { expect, test } from 'vitest'
import { PIECES } from '../../schema/pieces.ts'
import { apiCatalog } from '../../platform/site/discovery/apiCatalog.ts'
import { robots } from '../../platform/site/robots.ts'
import { rulesOf, urlsIn } from './discovery.ts'

const mayRead = rulesOf(robots('https://api.example.com'))

test.each([
  '/',
  '/api',
  '/health',
  '/openapi.json',
  '/api/openapi.yaml',
  '/api/v1/spec/operations/getGaugeEpoch.json',
  '/docs/errors/not_found',
  '/.well-known/agent-registration.json',
  '/llms.txt',
  '/mcp/server-card',
  '/docs/guides/building.md',
])('a crawler may read %s', (path) => {
  expect(mayRead(path)).toBe(true)
})

test.each([
  '/api/v1/vetoken/user/0x1',
  '/api/v1/explore/vaults',
  '/api/auth/nonce',
  '/api/healthy',
  '/api/v1/specimen',
])('a crawler may not read %s', (path) => {
  expect(mayRead(path)).toBe(false)
})

const mayReadForUser = rulesOf(robots('https://api.example.com'), 'Claude-User')

test.each([
  '/api/v1/vetoken/user/0x1',
  '/api/v1/explore/vaults',
  '/api/v1/resolve?q=AURORA',
  '/llms.txt',
  '/api/v1/spec.json',
])('an agent that acts for a person may read %s', (path) => {
  expect(mayReadForUser(path)).toBe(true)
})

test.each([
  '/api/auth/sessions',
  '/api/admin/waitlist',
  '/api/accounts/link',
  '/api/v1/build/vetoken/lock',
  '/api/nothing',
])('it may not read %s', (path) => {
  expect(mayReadForUser(path)).toBe(false)
})

test('whatever the API catalog names may be read', () => {
  const named = urlsIn(apiCatalog('https://api.example.com', true)).map((url) => new URL(url).pathname)
  expect(named).toEqual(
    expect.arrayContaining([
      '/api/v1/spec.json',
      '/api/health',
      '/',
      ...PIECES.map((name) => `/api/v1/spec/${name}.json`),
    ]),
  )
  expect(named.filter((path) => !mayRead(path))).toEqual([])
})
