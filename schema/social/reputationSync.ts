import { z } from '@hono/zod-openapi'

const count = (description: string, example = 0) => z.int().min(0).openapi({ description, example })
const time = (description: string) => z.iso.datetime().nullable().openapi({ description })

const Updates = z.object({
  pages: count('Pages of the feed that were read', 1),
  updatesSeen: count('Updates in them that could be used', 12),
  updatesWrong: count('Items in them that could not: without a key or a time, or from the future'),
  refreshedUserkeys: count('Keys of profiles among them whose scores were fetched anew', 3),
  failedUserkeys: count('The same, but the provider’s item was missing or wrong; their last good scores stay'),
  cursorAfter: z.iso.datetime().openapi({ description: 'Time in the feed at which the next run continues, ISO 8601' }),
  caughtUp: z.boolean().openapi({ description: 'Whether the feed was read to its end' }),
})

const Fetched = z.object({
  attempted: count('Keys whose scores were asked for', 40),
  updated: count('Keys that have an answer: a score, or that there is none', 40),
  failed: count('Keys whose item was missing or wrong; their last good scores stay'),
})

const RolledUp = z.object({
  processed: count('Profiles whose scores were worked out anew', 12),
  updated: count('Profiles whose scores changed by that', 3),
})

const CreatorProjection = z.object({
  ownersRead: count('Vaults whose owner was read from the chain', 4),
  owners: z.enum(['read', 'recent', 'backoff', 'unavailable']).openapi({
    description:
      'read: owners that were due have been read; recent: none was due; backoff: the last read failed, and the next is put off; unavailable: the chain could not be read, and the owners known before stay',
  }),
  updated: count('Vaults whose creator’s profile or score changed', 1),
})

const Health = z.object({
  scoresFetchedAt: time('When a score was last fetched, ISO 8601; null before the first'),
  scoresStale: z.boolean().openapi({ description: 'There are keys, and none was fetched in the last 6 hours' }),
  projectedAt: time('When the creators’ scores were last brought up to date, ISO 8601; null before the first'),
  projectionStale: z.boolean().openapi({ description: 'They were not in the last 2 hours' }),
})

const Limits = z.object({
  pageSize: count('Updates of one page', 500),
  pages: count('Pages of one run', 5),
  keys: count('Keys that one run fetches besides those that the feed names', 1000),
  profiles: count('Profiles whose keys one run collects', 1000),
  vaults: count('Vaults whose creators one run brings up to date', 10_000),
  budgetMs: count('Milliseconds after which a run begins nothing more', 52_000),
})

/** `null` where a step was not begun. */
const step = <T extends z.ZodType>(schema: T, description: string) => schema.nullable().openapi({ description })

const common = {
  tick: z.enum(['complete', 'partial', 'skipped']).openapi({
    description:
      'complete: every step ran, up to its bound; partial: the time was over first, and the next run continues; skipped: nothing was done',
  }),
  reason: z.enum(['lease_held', 'lease_lost', 'provider_throttled', 'time_over']).nullable().openapi({
    description:
      'Why not complete. lease_held: another run of this lane is under way; lease_lost: another run took over; provider_throttled: the provider wants to be left alone for a while; time_over: see limits.budgetMs',
  }),
  updates: step(Updates, 'The feed of updates; null if it was not begun'),
  creatorProjection: step(CreatorProjection, 'The scores of vaults’ creators; null if it was not begun'),
  health: step(Health, 'How fresh the scores are after this run; null if nothing was done'),
  limits: Limits,
}

export const CanonicalReputationSync = z
  .object({
    ...common,
    seeded: step(
      z.object({
        profilesProcessed: count('Profiles that were looked at', 4),
        keysDerived: count('Keys that they have by their wallets and linked accounts', 9),
        keysUpserted: count('Keys among them that are new or changed', 1),
        keysRemoved: count('Keys that they do not have any more'),
      }),
      'Collecting the keys of profiles, where the last run stopped; null if it was not begun',
    ),
    synced: step(Fetched, 'Keys whose time had come; null if it was not begun'),
    rollupAfterSync: step(RolledUp, 'The profiles’ scores after that; null if it was not begun'),
  })
  .openapi('CanonicalReputationSync')

export const HotReputationSync = z
  .object({
    ...common,
    socialSeedSync: step(
      Fetched,
      'Social keys of the creators with the most volume of a day; null if it was not begun',
    ),
  })
  .openapi('HotReputationSync')
