import { askService, jsonOf } from '../../../../shared/provider/askService.ts'
import { readScores } from './readScores.ts'
import { readUpdates } from './readUpdates.ts'
import type { ReputationProvider } from './ReputationProvider.ts'

interface Options {
  /** Base URL of version 2 of its API. */
  readonly url: string
  /** Client name that the provider requires. */
  readonly clientName: string
  readonly apiKey?: string | undefined
  /** Unix milliseconds. */
  readonly now: () => number
}

const MAX_BYTES = 1024 * 1024
/** How far ahead the provider's clock may be. */
const CLOCK_MS = 300_000

/** A reputation provider by its REST API (https://developers.ethos.network): `GET score/updates`, `POST score/userkeys`. */
export function createReputationProvider({ url, clientName, apiKey, now }: Options): ReputationProvider {
  const headers = { 'x-ethos-client': clientName, ...(apiKey === undefined ? {} : { 'x-ethos-api-key': apiKey }) }
  const service = { provider: 'reputationProvider', url, headers, maxBytes: MAX_BYTES } as const
  return {
    async updates({ after, until, limit }, timeoutMs) {
      const query = new URLSearchParams({
        after: iso(after),
        ...(until === undefined ? {} : { until: iso(until) }),
        limit: String(limit),
      })
      const answer = await askService({ ...service, path: `/score/updates?${query}`, timeoutMs })
      return readUpdates(jsonOf(answer), { limit, latest: now() + CLOCK_MS })
    },
    async scores(userkeys, timeoutMs) {
      const answer = await askService({ ...service, path: '/score/userkeys', json: { userkeys }, timeoutMs })
      return readScores(jsonOf(answer), userkeys)
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
