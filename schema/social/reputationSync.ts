import * as z from 'zod'
import { timeOrNull } from '../fields.ts'

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

const Updates = z.object({
  pages: count('Pages of the feed that were read', 1),
  updatesSeen: count('Valid updates on those pages', 12),
  updatesWrong: count('Invalid items on those pages: without a key or a time, or with a time in the future'),
  refreshedUserkeys: count('Keys of profiles in those updates whose scores were fetched again', 3),
  failedUserkeys: count(
    'Keys of profiles in those updates for which the provider returned no valid score; their last valid scores are kept',
  ),
  cursorAfter: z.iso.datetime().describe('Time in the feed from which the next run continues, ISO 8601'),
  caughtUp: z.boolean().describe('Whether the feed was read to its end'),
})

const Fetched = z.object({
  attempted: count('Keys whose scores were requested', 40),
  updated: count('Keys with a valid answer: a score, or that there is no score', 40),
  failed: count('Keys for which the provider returned no valid score; their last valid scores are kept'),
})

const RolledUp = z.object({
  processed: count('Profiles whose scores were computed again', 12),
  updated: count('Profiles whose scores changed', 3),
})

const CreatorProjection = z.object({
  ownersRead: count('Vaults whose owner was read from the chain', 4),
  owners: z
    .enum(['read', 'recent', 'backoff', 'unavailable'])
    .describe(
      'read: the owners that were due were read; recent: no owner was due; backoff: the last read failed, the next one is delayed; unavailable: the chain could not be read, earlier owners are kept',
    ),
  updated: count('Vaults whose creator’s profile or score changed', 1),
})

const Health = z.object({
  scoresFetchedAt: timeOrNull('Time of the last fetched score, ISO 8601; null before the first'),
  scoresStale: z.boolean().describe('Whether there are keys but no score was fetched in the last 6 hours'),
  projectedAt: timeOrNull('Time of the last update of creators’ scores, ISO 8601; null before the first'),
  projectionStale: z.boolean().describe('Whether creators’ scores were not updated in the last 2 hours'),
})

const Limits = z.object({
  pageSize: count('Maximum updates per page', 500),
  pages: count('Maximum pages per run', 5),
  keys: count('Maximum keys per run, besides those in the feed', 1000),
  profiles: count('Maximum profiles per run whose keys are collected', 1000),
  vaults: count('Maximum vaults per run whose creators’ scores are updated', 10_000),
  budgetMs: count('Time after which a run starts no further step, in milliseconds', 52_000),
})

/** `null` where a step was not begun. */
const step = <T extends z.ZodType>(schema: T, description: string) => schema.nullable().describe(description)

const common = {
  tick: z
    .enum(['complete', 'partial', 'skipped'])
    .describe(
      'complete: every step ran, up to its bound; partial: the run stopped early, and the next run continues; skipped: nothing was done',
    ),
  reason: z
    .enum(['lease_held', 'lease_lost', 'provider_throttled', 'time_over'])
    .nullable()
    .describe(
      'Why the run is not complete; null if it is. lease_held: another run of this operation is in progress; lease_lost: another run took over; provider_throttled: the provider limits requests; time_over: `limits.budgetMs` has passed',
    ),
  updates: step(Updates, 'Result of reading the update feed; null if not started'),
  creatorProjection: step(CreatorProjection, 'Result of updating the scores of vaults’ creators; null if not started'),
  health: step(Health, 'Freshness of the scores after this run; null if nothing was done'),
  limits: Limits,
}

export const CanonicalReputationSync = z
  .object({
    ...common,
    seeded: step(
      z.object({
        profilesProcessed: count('Profiles that were processed', 4),
        keysDerived: count('Keys derived from their wallets and linked accounts', 9),
        keysUpserted: count('New or changed keys', 1),
        keysRemoved: count('Keys that no longer belong to these profiles'),
      }),
      'Result of collecting the keys of profiles, continued from the last run; null if not started',
    ),
    synced: step(Fetched, 'Result of fetching the scores that were due; null if not started'),
    rollupAfterSync: step(
      RolledUp,
      'Result of computing the profiles’ scores from the fetched ones; null if not started',
    ),
  })
  .meta({ id: 'CanonicalReputationSync' })

export const HotReputationSync = z
  .object({
    ...common,
    socialSeedSync: step(
      Fetched,
      'Result of fetching the social keys of the creators with the most daily volume; null if not started',
    ),
  })
  .meta({ id: 'HotReputationSync' })
