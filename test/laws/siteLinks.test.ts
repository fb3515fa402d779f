import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LOCAL_ORIGIN } from '../../functions/site/atHost.ts'
import { LINKS } from '../../functions/site/frontPage.ts'
import { formOf, SITE_PATHS } from '../../schema/hostPaths.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { SEARCH_BYTES } from '../../platform/site/pages/search/searchEntries.ts'
import { builtText, builtUrls as urls } from '../site/builtDocuments.ts'

/** Paths of the host that other Workers than the assets answer, and pages of entities, which are rendered on request. */
const ELSEWHERE: readonly RegExp[] = [
  /^\/$/,
  /^\/(?:mcp|a2a)(?:\/x\/[\w-]+)?$/,
  /^\/openapi\.(?:json|yaml)$/,
  /^\/api\/(?:health|v1\/spec\.(?:json|yaml))$/,
  /^\/\.well-known\/(?:agent-card\.json|agent-registration\.json|x402)$/,
  /^\/chatapp\/link$/,
  /^\/(?:vaults|auctions|agents)$/,
  /^\/(?:vault|auction)\/0x[0-9a-fA-F]{40}$/,
  /^\/agent\/\d+$/,
]

const texts = new Map(
  [...urls].filter((url) => /\.(?:html|md|txt|json)$/.test(url)).map((url) => [url, builtText(url)]),
)

/** Patterns of what GET operations answer. */
const READS = Object.values(OPERATIONS)
  .flatMap((family) => Object.values(family))
  .filter(({ method }) => method === 'get')
  .map(({ path }) => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))

const pages = () => [...texts].filter(([url]) => url.endsWith('.html'))
const pathOf = (url: string): string => (url === '/index.html' ? '/' : url.replace(/\.html$/, ''))
const decode = (html: string): string => html.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const ids = new Map<string, ReadonlySet<string>>()
function idsOf(url: string, html: string): ReadonlySet<string> {
  const found = ids.get(url) ?? new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decode(id)))
  ids.set(url, found)
  return found
}

/** The target of a link of a page, if it is missing. */
function faultOf(from: string, href: string): string | undefined {
  if (/^(?:https:|mailto:)/.test(href)) return undefined
  const target = new URL(href, `http://host${from}`)
  if (target.origin !== 'http://host') return `${href}: another scheme`
  const { pathname: path } = target
  const html = path === '/' ? texts.get('/index.html') : texts.get(`${path}.html`)
  const isThere = html !== undefined || urls.has(path) || [...ELSEWHERE, ...READS].some((form) => form.test(path))
  if (!isThere) return `${href}: nothing is there`
  const id = decodeURIComponent(target.hash.slice(1))
  return id !== '' && html !== undefined && !idsOf(path, html).has(id) ? `${href}: no such anchor` : undefined
}

test('the build makes every page and file of the site that has an entry', () => {
  const entries = SITE_PATHS.filter(({ kind }) => ['page', 'document', 'file'].includes(kind))
  const missing = entries.filter((entry) => ![...urls].some((url) => formOf(entry).test(url.replace(/\.html$/, ''))))
  expect(missing.map(({ path }) => path)).toEqual([])
})

describe('every page of the site', () => {
  test('links only to what is there, anchors included', () => {
    expect(pages().length).toBeGreaterThan(400)
    // A link from the root leads to the same place from every page: one page that has it is enough.
    const links = new Map<string, readonly [page: string, href: string]>()
    for (const [url, html] of pages())
      for (const [, named = ''] of html.matchAll(/\s(?:href|src|data-search|data-index)="([^"]*)"/g)) {
        const [page, href] = [pathOf(url), decode(named)]
        links.set(href.startsWith('/') ? href : `${page} ${href}`, [page, href])
      }
    // The address of the page itself, and of its picture, are those of a host that is known when it serves.
    const own = [...links.values()].filter(([, href]) => !href.startsWith(LOCAL_ORIGIN))
    expect(
      own.flatMap(([page, href]) => {
        const fault = faultOf(page, href)
        return fault === undefined ? [] : `${page}: ${fault}`
      }),
    ).toEqual([])
  })

  test('has each id once, a title, a description, and its Markdown beside it', () => {
    const faults = pages().flatMap(([url, html]) => {
      const seen = new Set<string>()
      const doubles = [...html.matchAll(/\sid="([^"]+)"/g)].flatMap(([, id = '']) =>
        seen.size === seen.add(id).size ? `#${id} twice` : [],
      )
      const alternate = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1]
      return [
        ...doubles,
        ...(/<title>[^<]+<\/title>/.test(html) ? [] : ['no title']),
        ...(/<meta name="description" content="[^"]+"/.test(html) ? [] : ['no description']),
        ...(html.match(/<h1\b/g)?.length === 1 ? [] : ['not one h1']),
        ...(alternate === undefined || texts.has(alternate) ? [] : [`${alternate} does not exist`]),
      ].map((fault) => `${url}: ${fault}`)
    })
    expect(faults).toEqual([])
  })

  test('has neither inline script, nor inline style, nor a file of another origin', () => {
    const faults = pages().filter(([, html]) =>
      /<script(?![^>]*\ssrc="\/assets\/)|<style|\sstyle="|\son\w+="|(?:src|srcset)="(?:https?:)?\/\//.test(
        html.replaceAll(/<code>.*?<\/code>/gs, ''),
      ),
    )
    expect(faults.map(([url]) => url)).toEqual([])
  })
})

test('every Markdown page links only to what is there', () => {
  const faults = [...texts]
    .filter(([url]) => url.endsWith('.md') && url.startsWith('/docs/'))
    .flatMap(([url, text]) => {
      const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '')
      const hrefs = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
      return hrefs.flatMap((href) => faultOf(url, href) ?? []).map((fault) => `${url}: ${fault}`)
    })
  expect(faults).toEqual([])
})

test('search finds pages that are there, and its index is small', () => {
  const [url, index = ''] = [...texts].find(([path]) => /^\/assets\/search\.\w+\.json$/.test(path)) ?? []
  const entries: readonly (readonly [number, string, string, string])[] = JSON.parse(index)
  expect(entries.length).toBeGreaterThan(700)
  expect(entries.flatMap(([, , href]) => faultOf('/', href) ?? [])).toEqual([])
  expect(gzipSync(index).length, url).toBeLessThanOrEqual(SEARCH_BYTES)
})

test('what the front page names in its headers is a link of this law, too', () => {
  expect(LINKS.flatMap(([, path]) => faultOf('/', path) ?? [])).toEqual([])
})
