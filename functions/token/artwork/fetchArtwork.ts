import { readWhole } from '../../../shared/text/readBounded.ts'

/** Allowed hosts of pictures: none, unless the deployment lists them. */
export interface ArtworkSources {
  /** Host names, each exactly as in the URL. */
  readonly hosts: readonly string[]
  /** The listed host that serves `/ipfs/<cid>`, for `ipfs://` URLs. */
  readonly ipfsGateway?: string | undefined
  readonly fetch: typeof fetch
}

const maxRedirects = 2
const maxUrl = 2048

/**
 * The URL that a declared picture is fetched from, or null if policy refuses it: only https on the default port, no
 * credentials, and a listed host, so that no text on a chain can make the Worker request a private address.
 */
export function allowedUrl(declared: string, { hosts, ipfsGateway }: ArtworkSources): URL | null {
  if (declared.length > maxUrl) return null
  const ipfsPath = /^ipfs:\/\/(?:ipfs\/)?(.+)$/.exec(declared)?.[1]
  if (ipfsPath !== undefined && ipfsGateway === undefined) return null
  const text = ipfsPath === undefined ? declared : `https://${ipfsGateway}/ipfs/${ipfsPath}`
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain && hosts.includes(url.hostname) ? url : null
}

/**
 * The bytes behind an allowed URL. Redirects are followed at most twice and only within the same host; the body is read
 * up to `maxBytes`. Throws a plain Error if it is longer, is not a 2xx, or does not arrive before `signal` fires.
 */
export async function fetchArtwork(
  url: URL,
  sources: ArtworkSources,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let at = url
  for (let turn = 0; turn <= maxRedirects; turn += 1) {
    const headers = { accept: 'image/*, application/json' }
    const response = await sources.fetch(at, { redirect: 'manual', signal, headers })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      const next = URL.canParse(location, at) ? allowedUrl(new URL(location, at).href, sources) : null
      if (next?.hostname !== url.hostname) throw new Error('redirected to another host')
      at = next
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`answered ${response.status}`)
    }
    return readWhole(response, maxBytes)
  }
  throw new Error('too many redirects')
}
