import { styleHash } from 'virtual:page'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { readAsset } from './readAsset.ts'
import { typeOf } from './typeOf.ts'

const PIECE = /^\/api\/v1\/spec\/(?:operations\/)?[\w-]+\.(?:json|yaml)$/
const ERROR = /^\/docs\/errors\/\w+$/
const AS_THEY_ARE: ReadonlySet<string> = new Set(['/.well-known/arazzo.yaml', '/robots.txt'])

const TEN_MINUTES = 'public, max-age=600'
const DAY = 'public, max-age=86400'

const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  link: '</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc"',
}

/** The asset that a path of the host shows. */
function assetOf(path: string): string | undefined {
  if (path === '/' || path === '/api') return '/index.html'
  if (ERROR.test(path)) return `${path}.md`
  return AS_THEY_ARE.has(path) || PIECE.test(path) ? path : undefined
}

/** Finds the document at the path of a request. Returns undefined if the path has no document. */
export async function findDocument(assets: Fetcher, request: Request): Promise<PlainDocument | undefined> {
  const name = assetOf(new URL(request.url).pathname)
  const asset =
    name === undefined ? undefined : await readAsset(assets, name, request.method === 'GET' ? 'GET' : 'HEAD')
  if (name === undefined || !asset) return undefined
  const etag = asset.headers.get('etag')
  return {
    body: asset.body ?? '',
    headers: {
      'content-type': typeOf(name),
      'cache-control': name === '/robots.txt' ? DAY : TEN_MINUTES,
      ...(etag === null ? {} : { etag }),
      ...(name === '/index.html' ? PAGE_HEADERS : {}),
    },
  }
}
