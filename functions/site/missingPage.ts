import { atHost } from './atHost.ts'
import { pageHeaders } from './pageHeaders.ts'
import { preferredForm } from './preferredForm.ts'
import { readAsset } from './readAsset.ts'
import { withCharset } from './typeOf.ts'

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
