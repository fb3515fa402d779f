import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { localAgent } from '../../localnet/agent.ts'
import { startGateway, type Gateway } from './startGateway.ts'

let gateway: Gateway
let mayRead: (path: string) => boolean
beforeAll(async () => {
  gateway = await startGateway({}, { AGENT: localAgent })
  mayRead = rulesOf(await (await fetch(`${gateway.host}/robots.txt`)).text())
})
afterAll(() => gateway.stop())

test.each(['/', '/api', '/health', '/openapi.json', '/api/openapi.yaml', '/.well-known/agent-registration.json'])(
  'a crawler may read %s',
  (path) => {
    expect(mayRead(path)).toBe(true)
  },
)

test.each([
  '/api/v1/vetoken/user/0x1',
  '/api/v1/explore/vaults',
  '/api/auth/nonce',
  '/api/healthy',
  '/api/v1/specimen',
])('a crawler may not read %s', (path) => {
  expect(mayRead(path)).toBe(false)
})

test('whatever the API catalog names may be read, and answers', async () => {
  const link = z.object({ href: z.string() })
  const catalog = z.object({
    linkset: z.array(z.record(z.string(), z.union([z.string(), z.array(link)]))),
  })
  const { linkset } = catalog.parse(await (await fetch(`${gateway.host}/.well-known/api-catalog`)).json())
  const named = linkset.flatMap((one) =>
    Object.values(one).flatMap((value) => (typeof value === 'string' ? [] : value)),
  )
  expect(named.map(({ href }) => new URL(href).pathname)).toEqual(
    expect.arrayContaining(['/api/v1/spec.json', '/api/v1/spec.yaml', '/api/health', '/']),
  )
  for (const { href } of named) expect([href, mayRead(new URL(href).pathname)]).toEqual([href, true])
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
