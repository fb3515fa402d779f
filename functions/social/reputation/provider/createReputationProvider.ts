import { parseJson } from '../../../../shared/text/json.ts'
import { readBounded } from '../../../../shared/text/readBounded.ts'
import { readScores } from './readScores.ts'
import { readUpdates } from './readUpdates.ts'
import { ReputationFailure } from './ReputationFailure.ts'
import type { ReputationProvider } from './ReputationProvider.ts'

interface Options {
  /** Base URL of version 2 of its API. */
  readonly url: string
  /** Who asks, as the provider wants to be told. */
  readonly clientName: string
  readonly apiKey?: string | undefined
  /** Unix milliseconds. */
  readonly now: () => number
}

const MAX_BYTES = 1024 * 1024
/** How far ahead the provider's clock may be. */
const CLOCK_MS = 300_000
const LONGEST_RETRY_SECONDS = 3600

/**
 * A reputation provider by its REST API (https://developers.ethos.network): `GET score/updates` and
 * `POST score/userkeys`. Redirects are not followed, and at most 1 MiB of an answer is read.
 */
export function createReputationProvider({ url, clientName, apiKey, now }: Options): ReputationProvider {
  const base = url.replace(/\/+$/, '')
  const headers = {
    accept: 'application/json',
    'x-ethos-client': clientName,
    ...(apiKey === undefined ? {} : { 'x-ethos-api-key': apiKey }),
  }
  return {
    async updates({ after, until, limit }, timeoutMs) {
      const query = new URLSearchParams({
        after: iso(after),
        ...(until === undefined ? {} : { until: iso(until) }),
        limit: String(limit),
      })
      const answer = await ask(`${base}/score/updates?${query}`, { headers }, timeoutMs)
      return readUpdates(answer, { limit, latest: now() + CLOCK_MS })
    },
    async scores(userkeys, timeoutMs) {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const body = JSON.stringify({ userkeys })
      return readScores(await ask(`${base}/score/userkeys`, { ...sent, body }, timeoutMs), userkeys)
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The JSON of a 200 answer. Throws ReputationFailure for everything else. */
async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  let response: Response
  let bytes: Uint8Array
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal })
    bytes = response.body ? await readBounded(response.body, MAX_BYTES) : new Uint8Array()
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error
    throw new ReputationFailure(signal.aborted ? 'timeout' : 'unavailable', name)
  }
  const { status } = response
  if (status === 429) throw new ReputationFailure('throttled', 'status 429', retryAfter(response.headers))
  if (status !== 200) throw new ReputationFailure(isRefusal(status) ? 'refused' : 'unavailable', `status ${status}`)
  try {
    return parseJson(bytes)
  } catch {
    throw new ReputationFailure('unreadable', 'no JSON')
  }
}

/** What is wrong with the request itself: a rejected key or a wrong URL would be wrong with every other too. */
const isRefusal = (status: number): boolean => status === 400 || status === 413 || status === 422

/** RFC 9110 section 10.2.3, in seconds; a minute where it is missing or a date. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 60
  return Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS)
}
