import { ApiError } from '../errors/ApiError.ts'
import { askThroughEgress, askUrl } from './askUrl.ts'
import { type CheckedUrl, checkUrl, requirePublicName } from './checkUrl.ts'
import { gatewayUrl } from './gatewayUrl.ts'
import { readBody } from './readBody.ts'
import { readDataUri } from './readDataUri.ts'
import { type OutsideBounds, type OutsideResult, type ReadOutside, Unread } from './ReadOutside.ts'

/** The part of an environment that reading needs. */
export interface OutsideSettings {
  /** A URL of this service itself. */
  readonly BASE_URL: string
  readonly DNS_URL: string
  readonly EGRESS_PROXY_URL?: string | undefined
  readonly IPFS_GATEWAY_URL: string
  readonly ARWEAVE_GATEWAY_URL: string
}

export const OUTSIDE_BOUNDS = {
  maxBytes: 256_000,
  milliseconds: 8000,
  accept: 'application/json, */*;q=0.8',
  allowsHttp: false,
} satisfies OutsideBounds
const MAX_REDIRECTS = 3
/** Characters of a media type with its parameters. */
const MAX_TYPE = 256
const REDIRECTS = [301, 302, 303, 307, 308]
const GONE = [404, 410]

/** The last URL that was requested, and its answer's status. */
interface Trail {
  url: string | null
  status: number | null
}

/**
 * Reads URLs that strangers name: documents of agents, feedback, endpoints. Nothing else in this project does.
 *
 * Each URL, the first and those of redirects, must have the form of a public document (`checkUrl`), and its name only
 * public addresses (`requirePublicName`). A name can change between that look-up and the connection, and a Worker cannot
 * bind a connection to an address. These hold nevertheless: Cloudflare's network has no route to anything private, and the
 * compatibility flag `global_fetch_strictly_public` sends requests for our own zone through its public front, like anyone's,
 * never to an origin behind it; elsewhere, `EGRESS_PROXY_URL` names a gateway that connects to the address it checked.
 *
 * On a machine without TLS, URLs of the origin of `BASE_URL` are requested without a look-up. That gives a stranger no more than
 * a request of their own: it is a GET without credentials, so no route that writes or needs a secret answers it.
 */
export const createReadOutside =
  (settings: OutsideSettings): ReadOutside =>
  async (uri, bounds) => {
    const { maxBytes, milliseconds, accept, allowsHttp } = { ...OUTSIDE_BOUNDS, ...bounds }
    const trail: Trail = { url: null, status: null }
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(), milliseconds)
    try {
      if (/^data:/i.test(uri)) return { ok: true, finalUrl: uri, status: 200, ...readDataUri(uri, maxBytes) }
      return await beforeAbort(readUrl(uri, { settings, maxBytes, accept, allowsHttp, signal, trail }), signal)
    } catch (error) {
      // A wrong variable says nothing about the document.
      if (error instanceof ApiError) throw error
      return { ok: false, finalUrl: trail.url, status: trail.status, ...reasonOf(error, signal) }
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }

interface Reading {
  readonly settings: OutsideSettings
  readonly maxBytes: number
  readonly accept: string
  readonly allowsHttp: boolean
  readonly signal: AbortSignal
  readonly trail: Trail
}

async function readUrl(uri: string, reading: Reading): Promise<OutsideResult> {
  const { settings, maxBytes, signal } = reading
  const gateways = { ipfs: settings.IPFS_GATEWAY_URL, arweave: settings.ARWEAVE_GATEWAY_URL }
  const { url, response } = await follow(gatewayUrl(uri, gateways) ?? uri, reading)
  const { ok, status, headers } = response
  if (!ok) {
    discard(response)
    throw GONE.includes(status) ? new Unread('not_found', `the host answered ${status}`) : badStatus(status)
  }
  const contentType = headers.get('content-type')?.slice(0, MAX_TYPE) ?? null
  const bytes = await readBody(response, maxBytes, signal)
  return { ok: true, finalUrl: url.href, status, contentType, bytes }
}

/** The first answer that is not a redirect (RFC 9110 section 15.4), and its URL. */
async function follow(first: string, reading: Reading): Promise<{ url: URL; response: Response }> {
  const { settings, trail, allowsHttp } = reading
  const ownOrigin = new URL(settings.BASE_URL).origin
  let checked = checkUrl(first, ownOrigin, allowsHttp)
  for (let redirects = 0; ; redirects++) {
    const { url } = checked
    const response = await ask(checked, reading)
    trail.status = response.status
    if (!REDIRECTS.includes(response.status)) return { url, response }
    discard(response)
    const location = response.headers.get('location')
    if (location === null) throw badStatus(response.status)
    if (redirects === MAX_REDIRECTS)
      throw new Unread('too_many_redirects', `more than ${MAX_REDIRECTS} redirects are not followed`)
    if (!URL.canParse(location, url)) throw new Unread('refused', 'a redirect leads to an invalid URL')
    checked = checkUrl(new URL(location, url).href, ownOrigin, allowsHttp)
    if (url.protocol === 'https:' && checked.url.protocol !== 'https:')
      throw new Unread('refused', 'a redirect leads from https to http')
  }
}

async function ask(
  { url, isOwn, isNamed }: CheckedUrl,
  { settings, accept, signal, trail }: Reading,
): Promise<Response> {
  if (isNamed) await requirePublicName(url.hostname, settings.DNS_URL, signal)
  trail.url = url.href
  trail.status = null
  const egress = settings.EGRESS_PROXY_URL
  return isOwn || egress === undefined ? askUrl(url, accept, signal) : askThroughEgress(url, egress, accept, signal)
}

const badStatus = (status: number): Unread => new Unread('bad_status', `the host answered ${status}`)

const discard = ({ body }: Response): void => void body?.cancel().catch(() => {})

/** The work's result, unless the signal fires first: whatever the work waits for, it is not waited for longer. */
const beforeAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Unread('timeout', '')), { once: true })
    work.then(resolve, reject)
  })

interface Reason {
  readonly failure: Unread['failure']
  readonly detail: string
  readonly isOurs?: true
}

function reasonOf(error: unknown, { aborted }: AbortSignal): Reason {
  if (aborted) return { failure: 'timeout', detail: 'the document did not arrive in time' }
  if (error instanceof Unread)
    return { failure: error.failure, detail: error.message, ...(error.isOurs ? { isOurs: true } : {}) }
  return { failure: 'unreachable', detail: 'the host could not be reached' }
}
