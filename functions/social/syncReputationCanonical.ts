import { ApiError } from '../../shared/errors/ApiError.ts'
import { describeRun, describeTally } from './reputation/describeRun.ts'
import { CANONICAL } from './reputation/lanes.ts'
import { runLane } from './reputation/runLane.ts'
import type { SocialHandler } from './context.ts'

/**
 * One run of the canonical lane: the feed of updates, the keys of profiles, the scores whose time has come, and the
 * creators' scores.
 *
 * Throws reputation_not_configured, reputation_sync_failed, store_unavailable.
 */
export const syncReputationCanonical: SocialHandler<'syncReputationCanonical'> = async (_, { reputation }) => {
  if (!reputation) throw new ApiError('reputation_not_configured')
  const report = await runLane(CANONICAL, reputation)
  const { seeded, synced } = report
  return {
    data: {
      ...(await describeRun(report, CANONICAL, reputation)),
      seeded,
      synced: synced && describeTally(synced),
      rollupAfterSync: synced && { processed: synced.profiles, updated: synced.profilesChanged },
    },
  }
}
