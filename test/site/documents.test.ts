import { describe, expect, test } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'
import { localAgent } from '../../localnet/agent.ts'

const net = useNet(() => startLocalnet({ families: ['site'], variables: { AGENT: localAgent } }))

const get = (path: string, init?: RequestInit) => fetch(`${net.host}${path}`, init)

const JSON_TYPE = 'application/json; charset=utf-8'
const TYPES = {
  '/': 'text/html; charset=utf-8',
  '/api': 'text/html; charset=utf-8',
  '/.well-known/arazzo.yaml': 'application/yaml; charset=utf-8',
  '/.well-known/agent-skills/index.json': JSON_TYPE,
  '/.well-known/agent-skills/read-a-vault/SKILL.md': 'text/markdown; charset=utf-8',
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/mcp/server-card.json': 'application/mcp-server-card+json',
  '/.well-known/security.txt': 'text/plain; charset=utf-8',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
  '/llms-full.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/docs/guides': 'text/html; charset=utf-8',
  '/docs/guides/building': 'text/html; charset=utf-8',
  '/docs/guides/building.md': 'text/markdown; charset=utf-8',
  '/docs/changelog': 'text/html; charset=utf-8',
  '/docs/concepts': 'text/html; charset=utf-8',
  '/docs/errors': 'text/html; charset=utf-8',
  '/docs/errors/rate_limited.md': 'text/markdown; charset=utf-8',
  '/status': 'text/html; charset=utf-8',
  '/status.md': 'text/markdown; charset=utf-8',
  '/api/v1/spec/vault.json': JSON_TYPE,
  '/api/v1/spec/agents-rooms.yaml': 'application/yaml; charset=utf-8',
  '/api/v1/spec/operations/getGaugeEpoch.json': JSON_TYPE,
  '/docs/errors/rate_limited': 'text/markdown; charset=utf-8',
}

test.each(['/openapi.json', '/api/v1/spec.json'])('%s with a slash at its end is where it is without', async (path) => {
  const answer = await get(`${path}/?x=1`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, `${path}?x=1`])
})

describe.each(Object.entries(TYPES))('%s', (path, type) => {
  test('answers GET with its type, security headers, a request id and open CORS', async () => {
    const answer = await get(path, {
      headers: { 'x-request-id': 'request-of-mine', origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'cache-control': expect.stringMatching(/^public, max-age=\d+$/),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age='),
      'access-control-allow-origin': '*',
      'x-request-id': 'request-of-mine',
      etag: expect.stringMatching(/^"[0-9a-f]+"$/),
    })
    expect((await answer.text()).length).toBeGreaterThan(0)
  })

  test('answers HEAD without a body, a known ETag with 304, and a preflight', async () => {
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const etag = head.headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(path, { headers: { 'if-none-match': known } })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    }
    const options = await get(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    })
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s with 405, Allow and the envelope', async (method) => {
    const answer = await get(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/^method_not_allowed/) })
  })
})

test.each([
  '/docs/errors/no_such_code',
  '/.well-known/arazzo.yaml/x',
  '/.well-known/arazzo',
  '/docs/building',
  '/docs/nothing.md',
  '/docs/guides/nothing',
  '/404.html',
  '/404',
  '/docs/..%2fREADME.md',
  '/.well-known/agent-skills',
  '/.well-known/agent-skills/',
  '/.well-known/agent-skills/read-a-vault',
  '/.well-known/agent-skills/nothing/SKILL.md',
  '/.well-known/agent-skills/..%2fSKILL.md',
  '/.well-known/mcp',
  '/.well-known/mcp/server-card',
  '/index.json',
  '/index.html',
  '/api/v1/spec/nothing.json',
  '/api/v1/spec/operations/getGaugeEpoch.yaml',
  '/api/v1/spec/operations/..%2f..%2fspec.json',
  '/api/v1/spec/',
])('%s is 404 in the envelope', async (path) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found'])
  expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/^not_found/) })
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('a guide that was at /docs/{guide}.md is redirected to where it is, and nothing else is', async () => {
  const answer = await get('/docs/building.md?x=1', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs/guides/building.md?x=1'])
  expect((await get('/docs/building.md', { method: 'POST' })).status).toBe(404)
})

test.each(['/docs/', '/docs/errors/', '/docs/guides/', '/docs/operations/getGaugeEpoch/', '/docs//guides/mcp'])(
  '%s is redirected to where it is',
  async (path) => {
    const answer = await get(`${path}?x=1`, { redirect: 'manual' })
    const location = `${path.replaceAll('//', '/').replace(/\/$/, '')}?x=1`
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  },
)

test('the document of an unknown operation is 404 with the nearest names', async () => {
  const answer = await get('/api/v1/spec/operations/buildLock.json')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    success: false,
    error: expect.stringMatching(/^not_found: no operation has the id buildLock; did you mean .*buildVetokenLock/),
  })
})

test('the page of an error is Markdown for programs and HTML for a browser, which runs only what is the host’s', async () => {
  const forProgram = await get('/docs/errors/rate_limited')
  expect(forProgram.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  const forPerson = await get('/docs/errors/rate_limited', { headers: { accept: BROWSER } })
  expect(Object.fromEntries(forPerson.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining(`script-src ${net.host}/assets/page.`),
    vary: expect.stringContaining('Accept'),
  })
})

test('the page of an issue has its cause, its fix with a link to the operation, and the answers that have it', async () => {
  const text = await (await get('/docs/errors/lock_expired')).text()
  expect(text).toContain('# lock_expired\n')
  expect(text).toContain('## Fix\n\nExtend the lock with buildVetokenExtend, or withdraw it with buildVetokenUnlock.')
  const page = await (await get('/docs/errors/lock_expired', { headers: { accept: BROWSER } })).text()
  expect(page).toContain('href="/docs/operations/buildVetokenExtend"')
  const both = await (await get('/docs/errors/agent_not_found')).text()
  expect(both).toMatch(/- Status: 404[^]*## As an issue[^]*### Fix\n\nUse a registered agent/)
})

describe.each(['/nothing', '/docs/nothing', '/docs/operations/nothing', '/status/nothing'])('%s', (path) => {
  test('is a page for a browser, with the status and the code of the error', async () => {
    const answer = await get(path, { headers: { accept: BROWSER } })
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
    })
    expect(await answer.text()).toContain('data-search-here')
    const head = await get(path, { method: 'HEAD', headers: { accept: BROWSER } })
    expect([head.status, await head.text()]).toEqual([404, ''])
  })

  test.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
    'is the envelope for %s',
    async (accept) => {
      const answer = await get(path, accept === undefined ? {} : { headers: { accept } })
      expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/^not_found/) })
    },
  )
})

test('an address of the API is never a page', async () => {
  const answer = await get('/api/v1/nothing', { headers: { accept: BROWSER } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})
