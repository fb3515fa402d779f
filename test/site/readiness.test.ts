import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startLocalnet } from '../support/localnet.ts'
import { localAgent } from '../../localnet/agent.ts'
import { linksIn, SkillsIndex } from './discovery.ts'
import { useNet } from '../support/useNet.ts'

/*
 * Checks of public scanners of agent readiness, with only the host name. Left out, as they do not apply:
 * OAuth metadata (RFC 8414, RFC 9728: there is no authorization server), Web Bot Auth (this service signs no crawls), WebMCP (no
 * page has a script).
 */

const net = useNet(() => startLocalnet({ families: ['mcp', 'site'], variables: { AGENT: localAgent } }))

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, net.host), { headers })
const typeOf = (answer: Response) => answer.headers.get('content-type') ?? ''

describe('discoverability', () => {
  test('robots.txt is text with rules for all, and names a sitemap', async () => {
    const answer = await get('/robots.txt')
    expect([answer.status, typeOf(answer)]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await answer.text()
    expect(text).toMatch(/^User-agent: \*$/m)
    expect(/^Sitemap: (.+)$/m.exec(text)?.[1]).toBe(`${net.host}/sitemap.xml`)
  })

  test('the sitemap is XML of URLs of this host', async () => {
    const answer = await get('/sitemap.xml')
    expect([answer.status, typeOf(answer)]).toEqual([200, 'application/xml; charset=utf-8'])
    const text = await answer.text()
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n(<url><loc>[^<>&]+<\/loc><\/url>\n)+<\/urlset>\n$/,
    )
    expect(text).toContain(`<loc>${net.host}/</loc>`)
  })

  test('the front page links to what describes the service', async () => {
    const links = linksIn((await get('/')).headers.get('link') ?? '')
    expect(links.map(({ rel }) => rel)).toEqual(
      expect.arrayContaining(['api-catalog', 'service-desc', 'service-doc', 'describedby', 'ai-catalog']),
    )
  })

  test('llms.txt is Markdown with one title, a summary and links', async () => {
    const answer = await get('/llms.txt')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text.match(/^# .+$/gm)).toHaveLength(1)
    expect(text).toMatch(/^> .+$/m)
    expect(text.match(/^- \[[^\]]+\]\(https?:/gm)?.length).toBeGreaterThan(20)
  })
})

describe('content', () => {
  const FORMS = [
    ['text/markdown', 'text/markdown', /^# /],
    ['text/markdown, */*', 'text/markdown', /^# /],
    ['application/json', 'application/json', /^\{/],
    ['text/html;q=0.5, application/json', 'application/json', /^\{/],
    ['text/html, text/markdown', 'text/html', /^<!doctype html>/],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html', /^<!doctype html>/],
    ['*/*;q=0.9, text/markdown;q=0.1', 'text/html', /^<!doctype html>/],
    ['text/markdown;q=0', 'text/html', /^<!doctype html>/],
    ['image/png', 'text/html', /^<!doctype html>/],
    ['x'.repeat(5000), 'text/html', /^<!doctype html>/],
  ] as const

  test.each(FORMS)('Accept: %s gets %s', async (accept, type, start) => {
    for (const path of ['/', '/api']) {
      const answer = await get(path, { accept })
      expect([answer.status, typeOf(answer), answer.headers.get('vary')]).toEqual([
        200,
        `${type}; charset=utf-8`,
        'Accept',
      ])
      expect(await answer.text()).toMatch(start)
    }
  })

  test('each form has an ETag of its own, and a known one is not sent again', async () => {
    const types = ['text/markdown', 'application/json', 'text/html']
    const tags = await Promise.all(types.map(async (accept) => (await get('/', { accept })).headers.get('etag') ?? ''))
    expect(new Set(tags).size).toBe(3)
    for (const [i, accept] of types.entries())
      expect((await get('/', { accept, 'if-none-match': tags[i] ?? '' })).status).toBe(304)
    expect((await get('/', { accept: 'text/markdown', 'if-none-match': tags[2] ?? '' })).status).toBe(200)
  })
})

describe('access of bots', () => {
  test('robots.txt says what content may be used for, and names agents of language models', async () => {
    const text = await (await get('/robots.txt')).text()
    const signals = /^Content-Signal: (.+)$/m.exec(text)?.[1]?.split(', ') ?? []
    expect(signals.map((signal) => signal.split('=')[0])).toEqual(['search', 'ai-input', 'ai-train'])
    for (const signal of signals) expect(signal).toMatch(/=(yes|no)$/)
    for (const agent of ['GPTBot', 'ClaudeBot', 'Google-Extended', 'PerplexityBot'])
      expect(text).toContain(`User-agent: ${agent}\n`)
  })
})

describe('protocols', () => {
  test('the API catalog is a linkset with its profile, description, documentation and state', async () => {
    const answer = await get('/.well-known/api-catalog')
    expect([answer.status, typeOf(answer)]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ])
    expect(answer.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
    expect(await answer.json()).toMatchObject({
      linkset: [
        {
          anchor: `${net.host}/.well-known/api-catalog`,
          item: [{ href: `${net.host}/api` }, { href: `${net.host}/mcp` }, {}],
        },
        {
          anchor: `${net.host}/api`,
          'service-desc': expect.any(Array),
          'service-doc': expect.any(Array),
          status: expect.any(Array),
        },
        { anchor: `${net.host}/mcp` },
        { anchor: `${net.host}/a2a` },
      ],
    })
  })

  test('the MCP server card is JSON with name, version and endpoint, open to pages of any origin', async () => {
    const answer = await get('/.well-known/mcp/server-card.json', { origin: 'https://elsewhere.example' })
    expect([answer.status, typeOf(answer)]).toEqual([200, 'application/mcp-server-card+json'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({
      name: expect.any(String),
      version: '1.0.0',
      remotes: [{ type: 'streamable-http', url: `${net.host}/mcp` }],
    })
  })

  test('the index of skills leads to skills with their digests', async () => {
    const answer = await get('/.well-known/agent-skills/index.json')
    expect([answer.status, typeOf(answer)]).toEqual([200, 'application/json; charset=utf-8'])
    const { skills } = SkillsIndex.parse(await answer.json())
    expect(skills.length).toBeGreaterThan(0)
    for (const { url, digest } of skills) {
      const bytes = Buffer.from(await (await get(url)).arrayBuffer())
      expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    }
  })

  test('the agent card has what a reader needs', async () => {
    const answer = await get('/.well-known/agent-card.json')
    const Card = z.object({
      name: z.string(),
      description: z.string(),
      version: z.string(),
      capabilities: z.object({}),
      skills: z
        .array(z.object({ id: z.string(), name: z.string(), description: z.string(), tags: z.array(z.string()) }))
        .min(1),
    })
    expect([answer.status, Card.safeParse(await answer.json()).error]).toEqual([200, undefined])
  })

  test('what is paid for is listed (x402), and security.txt and the AI catalog are where they are looked for', async () => {
    expect(await (await get('/.well-known/x402')).json()).toMatchObject({ x402Version: 2, items: [] })
    expect(typeOf(await get('/.well-known/security.txt'))).toBe('text/plain; charset=utf-8')
    expect(typeOf(await get('/.well-known/ai-catalog.json'))).toBe('application/ai-catalog+json')
  })
})
