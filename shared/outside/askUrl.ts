import { log } from '../log/log.ts'
import { Unread } from './ReadOutside.ts'

/** How this service names itself to those that it reads. */
export const USER_AGENT = 'creator-vault-api'

/** All headers of a request: no cookie, no credential, no referrer. */
const headersFor = (accept: string) => ({ accept, 'user-agent': USER_AGENT })

/** Says how a gateway fared, beside the answer that it passes on; a site's own header of this name is dropped by it. */
const RESULT = 'x-egress-result'

/** GET of one URL, without following redirects. */
export const askUrl = (url: URL, accept: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, { headers: headersFor(accept), redirect: 'manual', signal })

/**
 * GET of one URL through an egress gateway: `x-egress-target` names the URL, and the gateway looks its host up, connects to
 * the very address that it has checked, and passes the answer on with `x-egress-result: answered`. Otherwise it says
 * `refused` (the address is not public) or something else (it could not connect). Throws Unread.
 */
export async function askThroughEgress(
  url: URL,
  egressUrl: string,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { ...headersFor(accept), 'x-egress-target': url.href }
  const response = await fetch(egressUrl, { headers, redirect: 'manual', signal })
  const result = response.headers.get(RESULT)
  if (result === 'answered') return response
  void response.body?.cancel().catch(() => {})
  if (result === 'refused') throw new Unread('refused', 'the host has an address that is not public')
  if (result === null) log('warn', 'outside_egress_unavailable', { status: response.status })
  throw new Unread('unreachable', 'the host could not be reached', { isOurs: result === null })
}
