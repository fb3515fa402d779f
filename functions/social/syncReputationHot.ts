import { ApiError } from '../../shared/errors/ApiError.ts'
import { describeRun, describeTally } from './reputation/describeRun.ts'
import { HOT } from './reputation/lanes.ts'
import { runLane } from './reputation/runLane.ts'
import type { SocialHandler } from './context.ts'

/**
 * One run of the hot lane: the feed of updates, and the social keys of the creators with the most volume.
 *
 * Throws reputation_not_configured, reputation_sync_failed, store_unavailable.
 */
export const syncReputationHot: SocialHandler<'syncReputationHot'> = async (_, { reputation }) => {
  if (!reputation) throw new ApiError('reputation_not_configured')
  const report = await runLane(HOT, reputation)
  const socialSeedSync = report.synced && describeTally(report.synced)
  return { data: { ...(await describeRun(report, HOT, reputation)), socialSeedSync } }
}
