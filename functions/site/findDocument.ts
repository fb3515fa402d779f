import { formOf, SITE_PATHS, type SitePath } from '../../schema/hostPaths.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { atHost } from './atHost.ts'
import { FRONT_FORMS, LINK_HEADER } from './frontPage.ts'
import { pageHeaders } from './pageHeaders.ts'
import { preferredForm, type Form } from './preferredForm.ts'
import { readAsset } from './readAsset.ts'
import { typeOf, withCharset } from './typeOf.ts'

const ofKind = (kind: SitePath['kind']) => SITE_PATHS.filter((one) => one.kind === kind)

const PAGES = ofKind('page').map((page) => ({ ...page, form: formOf(page), markdown: formOf(page, '.md') }))
const FILES = ofKind('file').map((file) => formOf(file))
const FRONT = new Set(ofKind('front').map(({ path }) => path))
const DOCUMENTS = new Set(ofKind('document').map(({ path }) => path))

/** Forms of a page of the site, the usual one first. Returns undefined for a path that no page can have. */
function pageForms(path: string): readonly [Form, ...Form[]] | undefined {
  const page = PAGES.find(({ form }) => form.test(path))
  if (!page) return undefined
  const html = { asset: `${path}.html`, type: 'text/html' }
  const markdown = { asset: `${path}.md`, type: 'text/markdown' }
  return page.isForPrograms ? [markdown, html] : [html, markdown]
}

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
  const isFront = FRONT.has(path)
  const forms = isFront ? FRONT_FORMS : pageForms(path)
  if (forms) {
    const { asset, type } = preferredForm(headers.get('accept'), forms)
    const own = { ...(isFront ? FRONT_HEADERS : PAGE_HEADERS), ...(type === 'text/html' ? pageHeaders(origin) : {}) }
    return { asset, headers: { ...own, 'content-type': withCharset(type) }, namesHost: true }
  }
  const namesHost = DOCUMENTS.has(path) || PAGES.some(({ markdown }) => markdown.test(path))
  if (!namesHost && !FILES.some((form) => form.test(path))) return undefined
  const own = path === '/.well-known/api-catalog' ? CATALOG_HEADERS : {}
  return { asset: path, headers: { ...own, 'content-type': typeOf(path) }, namesHost }
}

/** How long a client may keep an asset without revalidating it. The client package can change without a new version. */
function lifetimeOf(asset: string): string {
  if (asset.startsWith('/client/')) return 'no-cache'
  return asset.startsWith('/assets/') ? FOR_EVER : asset === '/robots.txt' ? DAY : TEN_MINUTES
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
