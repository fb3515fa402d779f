import { styleHash } from 'virtual:page'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { atHost } from './atHost.ts'
import { frontPage, LINK_HEADER } from './frontPage.ts'
import { readAsset } from './readAsset.ts'
import { typeOf, withCharset } from './typeOf.ts'

const PIECE = /^\/api\/v1\/spec\/(?:operations\/)?[\w-]+\.(?:json|yaml)$/
const ERROR = /^\/docs\/errors\/\w+$/
const GUIDE = /^\/docs\/[\w-]+\.md$/
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

const FRONT_HEADERS = { link: LINK_HEADER, vary: 'Accept' }
const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}
/** There for HEAD requests (RFC 9727, section 3). */
const CATALOG_HEADERS = { link: '</.well-known/api-catalog>; rel="api-catalog"' }

/** An asset, the headers that are its own, and whether it names the host. */
interface Found {
  readonly asset: string
  readonly headers: Readonly<Record<string, string>>
  readonly namesHost: boolean
}

/** The asset that a request asks for. */
function assetFor({ url, headers }: Request): Found | undefined {
  const path = new URL(url).pathname
  if (path === '/' || path === '/api') {
    const { asset, type } = frontPage(headers.get('accept'))
    const own = { ...FRONT_HEADERS, ...(type === 'text/html' ? PAGE_HEADERS : {}), 'content-type': withCharset(type) }
    return { asset, headers: own, namesHost: true }
  }
  const asset = ERROR.test(path) ? `${path}.md` : path
  const namesHost = HOST_DOCUMENTS.includes(path)
  if (!namesHost && ![PIECE, ERROR, GUIDE, TOOLS, SKILL].some((form) => form.test(path))) return undefined
  const own = path === '/.well-known/api-catalog' ? CATALOG_HEADERS : {}
  return { asset, headers: { ...own, 'content-type': typeOf(asset) }, namesHost }
}

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
  const found = assetFor(request)
  const answer = found && (await readAsset(assets, found.asset, request.method === 'GET' ? 'GET' : 'HEAD'))
  if (!found || !answer) return undefined
  const etag = answer.headers.get('etag')
  return {
    body: found.namesHost ? await atHost(answer, new URL(baseUrl)) : (answer.body ?? ''),
    headers: {
      'cache-control': found.asset === '/robots.txt' ? DAY : TEN_MINUTES,
      ...(etag === null ? {} : { etag }),
      ...found.headers,
    },
  }
}
