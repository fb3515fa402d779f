import { ApiError } from '../../../shared/errors/ApiError.ts'
import { plainText } from '../../../shared/text/plainText.ts'
import type { WorkspaceHandler } from '../context.ts'
import type { Verdict } from '../store/judgeReport.ts'
import { isoTimeOrNull } from '../store/workspaceChange.ts'

const MOST_ERROR = 2000

/**
 * Begins or ends an attempt of an action, with all its consequences in one transaction. The worker must have the key of
 * the zone of the stored action's type.
 *
 * Throws action_not_found, forbidden, attempt_superseded, store_unavailable.
 */
export const updateKeeprActionStatus: WorkspaceHandler<'updateKeeprActionStatus'> = async (
  { body: { id, status, attempt, worker, error, retryDelaySeconds }, principal: { zones } },
  { actions, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const { action, updated } = requireAction(await report())
  return {
    data: {
      id: action.id,
      status: action.status,
      trustZone: action.trustZone,
      updated,
      attempt: action.attemptCount,
      leaseExpiresAt: isoTimeOrNull(action.leaseUntil),
      nextAttemptAt: isoTimeOrNull(action.nextAttemptAt),
    },
  }

  function report(): Promise<Verdict> {
    if (status === 'executing') return actions.claim({ id, zones, attempt, worker }, seconds)
    // The schema lets no other report through without an attempt.
    if (attempt === undefined) throw new ApiError('invalid_request', 'attempt: is required unless status is executing')
    const text = error === undefined ? undefined : plainText(error, MOST_ERROR)
    return actions.end({ id, zones, status, attempt, worker, error: text, retryDelaySeconds }, seconds)
  }
}

function requireAction(verdict: Verdict): Exclude<Verdict, string> {
  if (verdict === 'unknown') throw new ApiError('action_not_found')
  if (verdict === 'other_zone')
    throw new ApiError('forbidden', 'x-keepr-zone-key: is not the key of the action’s trust zone')
  if (verdict === 'superseded') throw new ApiError('attempt_superseded')
  return verdict
}
