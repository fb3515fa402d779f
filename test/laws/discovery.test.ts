import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { localAgent } from '../../localnet/agent.ts'
import { serverInfoOf } from '../mcp/serverInfoOf.ts'
import { LINKS } from '../../functions/site/frontPage.ts'
import { LOCAL_ORIGIN } from '../../functions/site/atHost.ts'
import { RegistrationFile } from '../../schema/agents/registration.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { DOCUMENT } from '../../schema/openapi.ts'
import { PIECES } from '../../schema/pieces.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { deploymentOf } from '../../platform/deployments.ts'
import { LLMS_BYTES } from '../../platform/site/discovery/llmsTxt.ts'
import { LLMS_FULL_BYTES } from '../../platform/site/discovery/llmsFullTxt.ts'
import { hostDocuments } from '../../platform/site/discovery/hostDocuments.ts'
import { serverJson } from '../../platform/site/discovery/serverJson.ts'
import { ENVIRONMENTS } from '../../platform/workers.ts'
import {
  AiCatalog,
  ApiCatalog,
  linksIn,
  rulesOf,
  ServerCard,
  ServerJson,
  SkillsIndex,
  typesFor,
  urlsIn,
  urlsInText,
} from '../site/discovery.ts'
import { fillIndex } from '../support/fillIndex.ts'
import { startLocalnet } from '../support/localnet.ts'
import { filesUnder, root, textOf } from './sources.ts'
import { useNet } from '../support/useNet.ts'

const families = ['mcp', 'site', 'vault', 'auction', 'agents']
const net = useNet(() => startLocalnet({ families, variables: { AGENT: localAgent } }))
// The pages of lists are read from the log index.
beforeAll(() => fillIndex(net))

const get = (url: string, init?: RequestInit) => fetch(new URL(url, net.host), init)
const textAt = async (url: string) => (await get(url)).text()
const jsonAt = async (url: string): Promise<unknown> => (await get(url)).json()

/** Endpoints take a POST. */
const ENDPOINTS = ['/mcp', '/a2a']
const isEndpoint = (url: string) => ENDPOINTS.includes(new URL(url, net.host).pathname)
const isOurs = (url: string) => new URL(url).origin === net.host

const TEXTS = ['/llms.txt', '/llms-full.txt', '/robots.txt', '/sitemap.xml', '/.well-known/security.txt']
const JSONS = [
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-skills/index.json',
]

describe('whatever a document names is served', () => {
  /** Answers of a URL, once for all documents. */
  const requests = new Map<string, Promise<Response>>()
  const ask = (url: string) => {
    const known = requests.get(url) ?? get(url, { method: 'HEAD' })
    requests.set(url, known)
    return known
  }
  const faults = async (urls: readonly string[]) => {
    const own = [...new Set(urls)].filter((url) => isOurs(url) && !isEndpoint(url))
    expect(own.length).toBeGreaterThan(0)
    const answers = await Promise.all(own.map(async (url) => [url, (await ask(url)).status] as const))
    return answers.filter(([, status]) => status !== 200)
  }

  test.each(TEXTS)('by %s', async (url) => {
    expect(await faults(urlsInText(await textAt(url)))).toEqual([])
  })

  test.each(JSONS.slice(0, 3))('by %s', async (url) => {
    expect(await faults(urlsIn(await jsonAt(url)))).toEqual([])
  })

  test('by the front page for programs', async () => {
    const index = await (await get('/', { headers: { accept: 'application/json' } })).json()
    const paths = JSON.stringify(index).matchAll(/"(\/[^"{}]*)"/g)
    const urls = [...paths].map(([, found = '']) => new URL(found, net.host).href)
    expect(urls.length).toBeGreaterThan(30)
    expect(await faults(urls)).toEqual([])
  })

  test('by a guide, which links to other guides', async () => {
    const links = filesUnder('docs', '.md').flatMap((file) => {
      const found = [...textOf(file).matchAll(/\]\(([\w-]+\.md)(?:#[^)]*)?\)/g)]
      return found.map(([, name = '']) => new URL(name, `${net.host}/docs/guides/`).href)
    })
    expect(await faults(links)).toEqual([])
    expect(await textAt('/docs/guides/security.md')).not.toContain('](../')
  })

  test('with the media type that it says', async () => {
    const catalog = AiCatalog.parse(await jsonAt('/.well-known/ai-catalog.json'))
    const linkset = ApiCatalog.parse(await jsonAt('/.well-known/api-catalog')).linkset
    const front = linksIn((await get('/')).headers.get('link') ?? '')
    const links = linkset.flatMap((context) =>
      Object.values(context).flatMap((value) => (Array.isArray(value) ? value : [])),
    )
    const named = [
      ...catalog.entries.map(({ url, type }) => ({ url, type })),
      ...links.map((one) => ({ url: one?.href ?? '', type: one?.type ?? '' })),
      ...front.map(({ href, type }) => ({ url: new URL(href, net.host).href, type })),
    ].filter(({ type }) => type !== '')
    for (const { url, type } of named) {
      const answer = await get(url, { method: 'HEAD', headers: { accept: type } })
      const sent = answer.headers.get('content-type')?.split(';')[0] ?? ''
      expect(typesFor(type), `${url} is ${sent}`).toContain(sent)
    }
    expect(front.map(({ rel, href, type }) => [rel, href, type])).toEqual(LINKS)
  })

  test('to crawlers, and the sitemap has no other', async () => {
    const mayRead = rulesOf(await textAt('/robots.txt'))
    const links = ApiCatalog.parse(await jsonAt('/.well-known/api-catalog'))
    const named = [...TEXTS, ...JSONS, ...urlsIn(links), ...urlsInText(await textAt('/sitemap.xml'))]
    expect(named.filter((url) => !mayRead(new URL(url, net.host).pathname))).toEqual([])
  })
})

describe('documents agree', () => {
  test('on version, name and endpoint of the MCP server, and with what it says itself', async () => {
    const card = ServerCard.parse(await jsonAt('/.well-known/mcp/server-card.json'))
    const [remote] = card.remotes
    const serverInfo = await serverInfoOf(`${net.host}/mcp`)
    expect(remote?.url).toBe(`${net.host}/mcp`)
    expect(card).toMatchObject({ title: serverInfo.title, version: serverInfo.version })
    expect(card.name.split('/')[1]).toBe(serverInfo.name)
    expect(remote?.supportedProtocolVersions).toEqual(serverInfo.versions)
    const agent = RegistrationFile.parse(await jsonAt('/.well-known/agent-registration.json'))
    expect(agent.services).toContainEqual({ name: 'MCP', endpoint: remote?.url, version: serverInfo.versions[0] })
    expect(await jsonAt('/.well-known/agent-card.json')).toMatchObject({ version: card.version })
    expect([DOCUMENT.info.version, serverInfo.version]).toEqual(['1.0.0', '1.0.0'])
    const front = await (await get('/', { headers: { accept: 'application/json' } })).json()
    expect(front).toMatchObject({ version: card.version, endpoints: { mcp: '/mcp', a2a: '/a2a' } })
  })

  test('on the numbers of tools and operations', async () => {
    const { tools } = await serverInfoOf(`${net.host}/mcp`)
    const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
    const [short, full] = [await textAt('/llms.txt'), await textAt('/llms-full.txt')]
    expect(short).toContain(`${operations.length} operations`)
    expect(short).toContain(`${tools.length} tools`)
    expect(full).toContain(`## The ${tools.length} tools`)
    for (const name of tools) expect(full).toContain(`\n- ${name}: `)
    for (const { operationId, method, path: url } of operations)
      expect(full).toContain(`\n- ${operationId} (${method.toUpperCase()} ${url}; `)
  })

  test('on where agents connect, and the pieces of the OpenAPI document', async () => {
    for (const url of ['/llms.txt', '/llms-full.txt']) {
      const text = await textAt(url)
      for (const endpoint of ENDPOINTS) expect(text).toContain(`POST ${net.host}${endpoint} `)
      const families = PIECES.filter((name) => name !== 'site' && !name.startsWith('agents-'))
      for (const name of families) expect(text).toContain(`${net.host}/api/v1/spec/${name}.json`)
    }
    const card = z.object({ supportedInterfaces: z.array(z.object({ url: z.string() })) })
    for (const { url } of card.parse(await jsonAt('/.well-known/agent-card.json')).supportedInterfaces)
      expect(url).toBe(`${net.host}/a2a`)
  })

  test('on the bytes of skills', async () => {
    const { skills } = SkillsIndex.parse(await jsonAt('/.well-known/agent-skills/index.json'))
    expect(skills.length).toBe(filesUnder('skills', 'SKILL.md').length)
    for (const { name, url, digest } of skills) {
      const answer = await get(url)
      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(digest, name).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    }
  })

  test('on the card of the MCP server at both of its paths, for every method', async () => {
    const [known, own] = ['/.well-known/mcp/server-card.json', '/mcp/server-card']
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
      const [one, other] = [await get(known, { method }), await get(own, { method })]
      expect([other.status, await other.text()]).toEqual([one.status, await one.text()])
      for (const name of ['content-type', 'etag', 'access-control-allow-origin', 'cache-control', 'allow'])
        expect(other.headers.get(name), name).toBe(one.headers.get(name))
    }
    expect((await get(`${own}/x`)).status).toBe(404)
  })
})

test('what models read whole is short, in the form of llms.txt', async () => {
  const [short, full] = [await textAt('/llms.txt'), await textAt('/llms-full.txt')]
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(LLMS_BYTES)
  expect(Buffer.byteLength(full)).toBeLessThanOrEqual(LLMS_FULL_BYTES)
  expect(short).toMatch(/^# .+\n\n> .+\n\n- /)
  // Below a heading there are links alone.
  const [, ...sections] = short.split(/^## .+$/m)
  for (const line of sections.flatMap((text) => text.split('\n')).filter(Boolean))
    expect(line).toMatch(/^- \[[^\]]+\]\(https?:\/\/[^)]+\)(: .+)?$/)
})

test('security.txt has what RFC 9116 requires, and expires within a year', async () => {
  const text = await textAt('/.well-known/security.txt')
  const fields = new Map([...text.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]))
  expect(fields.get('Contact')).toMatch(/^(mailto|https):/)
  expect(fields.get('Canonical')).toBe(`${net.host}/.well-known/security.txt`)
  const left = Date.parse(fields.get('Expires') ?? '') - Date.now()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(365 * 86_400_000)
})

describe.each(Object.entries(ENVIRONMENTS))('in %s', (_, environment) => {
  const site = deploymentOf(environment)
  const texts = new Map(hostDocuments(JSON.parse(openApiDocument(site)), site))
  const { origin, host } = new URL(environment.variables.BASE_URL)

  test('documents name the host of the environment and no local one', () => {
    for (const [url, text] of texts) expect(text.includes(LOCAL_ORIGIN), url).toBe(false)
    for (const url of [...TEXTS, ...JSONS.slice(0, 3)]) expect(texts.get(url), url).toContain(`${origin}/`)
    expect(texts.get('/.well-known/security.txt')).toContain(`Contact: ${environment.securityContact}\n`)
  })

  test('an agent card is named only where there is an agent', () => {
    expect('AGENT' in environment.variables).toBe(false)
    for (const [url, text] of texts)
      expect(text.includes('/.well-known/agent-card.json') && JSONS.includes(url)).toBe(false)
    const agent = { ...environment, variables: { ...environment.variables, AGENT: localAgent } }
    const named = new Map(hostDocuments(JSON.parse(openApiDocument(site)), deploymentOf(agent)))
    expect(named.get('/.well-known/ai-catalog.json')).toContain(`${origin}/.well-known/agent-card.json`)
  })

  test('the server card fits its schema, and is named after the host', () => {
    const card = ServerCard.parse(JSON.parse(texts.get('/.well-known/mcp/server-card.json') ?? ''))
    expect(card.name).toBe(`${host.split('.').toReversed().join('.')}/creator-vault`)
    expect(card.remotes[0]?.url).toBe(`${origin}/mcp`)
  })
})

test('server.json is fresh, and is the server of production', () => {
  const text = readFileSync(path.join(root, 'server.json'), 'utf8')
  expect(text).toBe(serverJson())
  const { name, version, remotes } = ServerJson.parse(JSON.parse(text))
  const { origin } = new URL(ENVIRONMENTS.production.variables.BASE_URL)
  expect({ name, version }).toEqual({ name: 'com.example.api/creator-vault', version: DOCUMENT.info.version })
  expect(remotes.map(({ url }) => url)).toEqual([`${origin}/mcp`])
})
