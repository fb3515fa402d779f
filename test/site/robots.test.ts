import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiCatalog } from '../../functions/gateway/apiCatalog.ts'
import { PIECES } from '../../schema/pieces.ts'
import { robots } from '../../platform/site/robots.ts'

const mayRead = rulesOf(robots)

test.each([
  '/',
  '/api',
  '/health',
  '/openapi.json',
  '/api/openapi.yaml',
  '/api/v1/spec/operations/getGaugeEpoch.json',
  '/docs/errors/not_found',
  '/.well-known/agent-registration.json',
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

test('whatever the API catalog names may be read', () => {
  const link = z.object({ href: z.string() })
  const catalog = z.object({
    linkset: z.array(z.record(z.string(), z.union([z.string(), z.array(link)]))),
  })
  const { body } = apiCatalog('https://api.example.com/api')
  const { linkset } = catalog.parse(JSON.parse(String(body)))
  const named = linkset
    .flatMap((one) => Object.values(one).flatMap((value) => (typeof value === 'string' ? [] : value)))
    .map(({ href }) => new URL(href).pathname)
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

/** RFC 9309 section 2.2.2: of the rules that match, the longest one decides, and Allow among equals; `$` ends a path. */
function rulesOf(text: string): (path: string) => boolean {
  const rules = [...text.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, verb, rule = '']) => ({ verb, rule }))
  return (path) => {
    const matching = rules
      .filter(({ rule }) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
      .toSorted((a, b) => b.rule.length - a.rule.length || (a.verb === 'Allow' ? -1 : 1))
    return matching[0]?.verb !== 'Disallow'
  }
}
