import type * as z from 'zod'
import type { CanonicalReputationSync, HotReputationSync } from '../../../schema/social/reputationSync.ts'
import type { ReputationStore } from '../store/reputation.ts'
import type { Tally } from './fetchScores.ts'
import type { FeedReport } from './followUpdates.ts'
import { type Lane, TIME } from './lanes.ts'
import type { LaneReport } from './runLane.ts'

type Common = Omit<z.output<typeof CanonicalReputationSync>, 'seeded' | 'synced' | 'rollupAfterSync'>
type Fetched = NonNullable<z.output<typeof HotReputationSync>['socialSeedSync']>

/** Seconds after which scores, and those of creators, count as stale. */
const SCORES_STALE = 6 * 3600
const PROJECTION_STALE = 2 * 3600

/** The answer of both lanes about a run, with how fresh all scores are after it. Throws store_unavailable. */
export async function describeRun(
  { tick, reason, updates, projection }: LaneReport,
  lane: Lane,
  { store, now }: { readonly store: ReputationStore; readonly now: () => number },
): Promise<Common> {
  const { pageSize, pages, keys, profiles, vaults } = lane
  return {
    tick,
    reason,
    updates: updates && describeUpdates(updates),
    creatorProjection: projection,
    health: tick === 'skipped' ? null : await readHealth(store, Math.floor(now() / 1000)),
    limits: { pageSize, pages, keys, profiles, vaults, budgetMs: TIME.workMs },
  }
}

export const describeTally = ({ attempted, updated, failed }: Tally): Fetched => ({ attempted, updated, failed })

const describeUpdates = ({ pages, seen, wrong, cursor, caughtUp, tally }: FeedReport) => ({
  pages,
  updatesSeen: seen,
  updatesWrong: wrong,
  refreshedUserkeys: tally.updated,
  failedUserkeys: tally.failed,
  cursorAfter: new Date(cursor).toISOString(),
  caughtUp,
})

async function readHealth({ creators, states }: ReputationStore, now: number) {
  const [{ hasKeys, fetchedAt }, { lastSyncedAt: projectedAt }] = await Promise.all([
    creators.freshness(),
    states.find('projection'),
  ])
  return {
    scoresFetchedAt: iso(fetchedAt),
    scoresStale: hasKeys && (fetchedAt ?? 0) < now - SCORES_STALE,
    projectedAt: iso(projectedAt),
    projectionStale: (projectedAt ?? 0) < now - PROJECTION_STALE,
  }
}

const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
