import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { atHost } from './atHost.ts'
import { FRONT_FORMS, LINK_HEADER } from './frontPage.ts'
import { pageHeaders } from './pageHeaders.ts'
import { preferredForm, type Form } from './preferredForm.ts'
import { readAsset } from './readAsset.ts'
import { typeOf, withCharset } from './typeOf.ts'

const PAGE = /^\/(?:docs(?:\/[\w-]+){0,2}|status)$/
const ERROR = /^\/docs\/errors\/\w+$/

/**
 * Forms of a page of the site, the usual one first. Errors name their page to programs, which do better with Markdown; everything
 * else is a page for people first. Returns undefined for a path that no page can have.
 */
function pageForms(path: string): readonly [Form, ...Form[]] | undefined {
  if (!PAGE.test(path)) return undefined
  const html = { asset: `${path}.html`, type: 'text/html' }
  const markdown = { asset: `${path}.md`, type: 'text/markdown' }
  return ERROR.test(path) ? [markdown, html] : [html, markdown]
}

const PIECE = /^\/api\/v1\/spec\/(?:operations\/)?[\w-]+\.(?:json|yaml)$/
const MARKDOWN = /^\/(?:docs(?:\/[\w-]+){0,2}|status)\.md$/
const FILE = /^\/assets\/[\w-]+\.[0-9a-f]{12}\.(?:css|js|json|png|svg)$/
const TOOLS = /^\/docs\/tools\/\w+\.json$/
const SKILL = /^\/\.well-known\/agent-skills\/[a-z0-9-]+\/SKILL\.md$/

/** Documents that name the host, each by its own path. */
export const HOST_DOCUMENTS: readonly string[] = [
  '/.well-known/agent-skills/index.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/arazzo.yaml',
  '/.well-known/mcp/server-card.json',
  '/.well-known/security.txt',
  '/llms-full.txt',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
]

const TEN_MINUTES = 'public, max-age=600'
const DAY = 'public, max-age=86400'
const FOR_EVER = 'public, max-age=31536000, immutable'

const PAGE_HEADERS = { vary: 'Accept' }
const FRONT_HEADERS = { ...PAGE_HEADERS, link: LINK_HEADER }
/** There for HEAD requests (RFC 9727, section 3). */
const CATALOG_HEADERS = { link: '</.well-known/api-catalog>; rel="api-catalog"' }

/** An asset, the headers that are its own, and whether it names the host. */
interface Found {
  readonly asset: string
  readonly headers: Readonly<Record<string, string>>
  readonly namesHost: boolean
}

/** The asset that a request asks for. `origin` is that of the host. */
function assetFor({ url, headers }: Request, origin: string): Found | undefined {
  const { pathname: path } = new URL(url)
  const isFront = path === '/' || path === '/api'
  const forms = isFront ? FRONT_FORMS : pageForms(path)
  if (forms) {
    const { asset, type } = preferredForm(headers.get('accept'), forms)
    const own = { ...(isFront ? FRONT_HEADERS : PAGE_HEADERS), ...(type === 'text/html' ? pageHeaders(origin) : {}) }
    return { asset, headers: { ...own, 'content-type': withCharset(type) }, namesHost: true }
  }
  const namesHost = HOST_DOCUMENTS.includes(path) || MARKDOWN.test(path)
  if (!namesHost && ![PIECE, TOOLS, SKILL, FILE].some((form) => form.test(path))) return undefined
  const own = path === '/.well-known/api-catalog' ? CATALOG_HEADERS : {}
  return { asset: path, headers: { ...own, 'content-type': typeOf(path) }, namesHost }
}

/** How long a client may keep an asset without asking again. */
const lifetimeOf = (asset: string): string =>
  FILE.test(asset) ? FOR_EVER : asset === '/robots.txt' ? DAY : TEN_MINUTES

/**
 * Finds the document that a request asks for. Returns undefined if its path has no document.
 *
 * @param baseUrl public base URL of the API
 */
export async function findDocument(
  assets: Fetcher,
  request: Request,
  baseUrl: string,
): Promise<PlainDocument | undefined> {
  const host = new URL(baseUrl)
  const found = assetFor(request, host.origin)
  const answer = found && (await readAsset(assets, found.asset, request.method === 'GET' ? 'GET' : 'HEAD'))
  if (!found || !answer) return undefined
  const etag = answer.headers.get('etag')
  return {
    body: found.namesHost ? await atHost(answer, host) : (answer.body ?? ''),
    headers: {
      'cache-control': lifetimeOf(found.asset),
      ...(etag === null ? {} : { etag }),
      ...found.headers,
    },
  }
}
