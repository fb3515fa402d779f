import { ownHeaders, requestId, withHeaders } from '../../shared/http/headers.ts'
import { readAsset } from './readAsset.ts'

const BEFORE = /^\/docs\/([\w-]+)\.md$/

/** The answer for a guide at its path of before: 308 to where it is (RFC 9110, section 15.4.9). Undefined for any other path. */
export async function movedGuide(assets: Fetcher, request: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url)
  const [, name] = BEFORE.exec(pathname) ?? []
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const path = `/docs/guides/${name}.md`
  if (!(await readAsset(assets, path, 'HEAD'))) return undefined
  const headers = ownHeaders(requestId(request.headers.get('x-request-id')))
  const moved = { ...headers, 'cache-control': 'public, max-age=86400', location: `${path}${search}` }
  return new Response(null, { status: 308, headers: withHeaders(moved) })
}
