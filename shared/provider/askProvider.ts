import { parseJson } from '../text/json.ts'
import { readBounded } from '../text/readBounded.ts'
import { patiently } from './patiently.ts'
import { ProviderFailure } from './ProviderFailure.ts'

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  /** Makes it a POST of JSON. */
  readonly body?: unknown
  readonly signal: AbortSignal
  /** 256 KiB by default. */
  readonly maxBytes?: number
  /** The caller itself repeats what is throttled. */
  readonly isOnce?: boolean
  /** The provider says in the JSON of a 404 what was not found, so that is an answer too. */
  readonly readsNotFound?: boolean
}

const MAX_BYTES = 262_144

/**
 * The JSON of one request to a provider that the operator names, without redirects, read up to a bound. `null` is what a 404
 * says. Throttled, it is sent up to twice more. Throws ProviderFailure.
 */
export async function askProvider(url: string, ask: Ask): Promise<unknown> {
  return ask.isOnce ? askOnce(url, ask) : patiently(() => askOnce(url, ask), ask.signal)
}

async function askOnce(
  url: string,
  { headers, body, signal, maxBytes = MAX_BYTES, readsNotFound }: Ask,
): Promise<unknown> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(url, {
      ...post,
      headers: { accept: 'application/json', ...type, ...headers },
      redirect: 'manual',
      signal,
    })
    const { status } = response
    if (status !== 200 && !(status === 404 && readsNotFound)) {
      void response.body?.cancel().catch(() => {})
      if (status === 404) return null
      const kind = status === 429 ? 'throttled' : 'failed'
      throw new ProviderFailure(kind, `status ${status}`, response.headers.get('retry-after'))
    }
    const bytes = response.body ? await readBounded(response.body, maxBytes) : new Uint8Array()
    return parseJson(bytes)
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    // Messages of fetch and of the parser may repeat the URL, which contains a key, or the answer.
    throw signal.aborted
      ? new ProviderFailure('timeout', 'the time is up')
      : new ProviderFailure('failed', error instanceof Error ? error.name : 'unknown')
  }
}
