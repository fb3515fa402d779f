import { atHost } from './atHost.ts'
import { pageHeaders } from './pageHeaders.ts'
import { preferredForm } from './preferredForm.ts'
import { readAsset } from './readAsset.ts'
import { withCharset } from './typeOf.ts'
import { cleanPath } from '../../shared/http/RouteFinder.ts'
import { redirectTo } from '../../shared/http/unknownPath.ts'
import { findDocument } from './findDocument.ts'

const BEFORE = /^\/docs\/([\w-]+)\.md$/

/** A redirect (308) from the former path of a guide to its present one. Undefined for any other path. */
export async function movedGuide(assets: Fetcher, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const [, name] = BEFORE.exec(pathname) ?? []
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const path = `/docs/guides/${name}.md`
  if (!(await readAsset(assets, path, 'HEAD'))) return undefined
  return redirectTo(path, request, ALLOW)
}

const ALLOW = 'GET, HEAD, OPTIONS'

/** A redirect (308) to the document whose path has extra slashes in the request. Undefined if there is no such document. */
export async function withoutSlash(assets: Fetcher, request: Request, baseUrl: string): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const path = cleanPath(pathname)
  if (path === pathname) return undefined
  const head = new Request(new URL(path, request.url), { method: 'HEAD', headers: request.headers })
  return (await findDocument(assets, head, baseUrl)) && redirectTo(path, request, ALLOW)
}

const JSON_FORM = { asset: '', type: 'application/json' }
const PAGE_FORM = { asset: '/404.html', type: 'text/html' }

/** The 404 of a path that nothing has, as a page for those who prefer one; any other answer as it is. */
export async function missingPage(
  assets: Fetcher,
  request: Request,
  baseUrl: string,
  answer: Response,
): Promise<Response> {
  if (answer.status !== 404 || answer.headers.get('x-error-code') !== 'not_found') return answer
  const { asset, type } = preferredForm(request.headers.get('accept'), [JSON_FORM, PAGE_FORM])
  const page = asset === '' ? undefined : await readAsset(assets, asset)
  if (!page) return answer
  await answer.body?.cancel()
  const headers = new Headers(answer.headers)
  const host = new URL(baseUrl)
  for (const [name, value] of Object.entries(pageHeaders(host.origin))) headers.set(name, value)
  headers.set('content-type', withCharset(type))
  const body = request.method === 'HEAD' ? null : await atHost(page, host)
  return new Response(body, { status: 404, headers })
}
