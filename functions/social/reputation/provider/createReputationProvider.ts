import * as z from 'zod'
import { askService, jsonOf } from '../../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { ReputationProvider, Score, ScoreUpdate, UpdatesPage } from './ReputationProvider.ts'

interface Options {
  /** Base URL of version 2 of its API. */
  readonly url: string
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

/** The highest score that the provider gives. */
const MOST = 2800

const ScoreItem = z
  .object({ score: z.int().min(0).max(MOST), level: z.string().max(64).nullish() })
  .transform(({ score, level = null }): Score => ({ score, level }))
  .nullable()
const Scores = z.record(z.string(), z.unknown())
const Wrapped = z.object({ data: Scores })

/**
 * The scores of some keys from an answer that maps each to its score, or under `data`. A key whose item is missing or
 * wrong is left out. Throws ProviderFailure if the answer is no such map.
 */
function readScores(answer: unknown, userkeys: readonly string[]): Map<string, Score | null> {
  const wrapped = Wrapped.safeParse(answer)
  const { data: scores } = Scores.safeParse(wrapped.success ? wrapped.data.data : answer)
  if (!scores) throw new ProviderFailure('failed', 'the scores in the answer are not an object')
  return new Map(
    userkeys.flatMap((userkey) => {
      const { success, data } = ScoreItem.safeParse(Object.hasOwn(scores, userkey) ? scores[userkey] : undefined)
      return success ? [[userkey, data] as const] : []
    }),
  )
}

/** Forms of an answer with items; providers and their versions differ. */
const Items = z.union([
  z.array(z.unknown()),
  z.object({ values: z.array(z.unknown()) }).transform(({ values }) => values),
  z.object({ updates: z.array(z.unknown()) }).transform(({ updates }) => updates),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
])

/** How many the window has, where it says so. */
const Total = z.object({ total: z.int().min(0) })

const time = z
  .string()
  .max(40)
  .transform(Date.parse)
  .refine((ms) => Number.isSafeInteger(ms) && ms >= 0)
const Update = z
  .object({ userkey: z.string().min(1).max(200), updatedAt: time.optional(), lastUpdatedAt: time.optional() })
  .transform(({ userkey, updatedAt, lastUpdatedAt }) => ({ userkey, updatedMs: lastUpdatedAt ?? updatedAt }))

/**
 * A page of at most `limit` updates: the list itself, or under `values`, `updates`, `items` or `data`. Items without a key
 * or a time, or from later than `latest` (unix milliseconds), are counted as wrong: one from the future would end the
 * following of the feed. Throws ProviderFailure if there is no list, or a longer one.
 */
function readUpdates(answer: unknown, { limit, latest }: { limit: number; latest: number }): UpdatesPage {
  const { data: items } = Items.safeParse(answer)
  if (!items) throw new ProviderFailure('failed', 'the updates in the answer are not an array')
  if (items.length > limit) throw new ProviderFailure('failed', 'the answer has more updates than were requested')
  const updates = items.flatMap((item): ScoreUpdate[] => {
    const { data } = Update.safeParse(item)
    return data?.updatedMs === undefined || data.updatedMs > latest
      ? []
      : [{ userkey: data.userkey, updatedMs: data.updatedMs }]
  })
  const { data } = Total.safeParse(answer)
  const more = items.length === limit || (data !== undefined && data.total > items.length)
  return { updates, wrong: items.length - updates.length, more }
}
