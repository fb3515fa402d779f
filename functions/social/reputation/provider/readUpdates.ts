import * as z from 'zod'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type { ScoreUpdate, UpdatesPage } from './ReputationProvider.ts'

/** Where an answer has its items; providers and their versions differ. */
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
export function readUpdates(answer: unknown, { limit, latest }: { limit: number; latest: number }): UpdatesPage {
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
