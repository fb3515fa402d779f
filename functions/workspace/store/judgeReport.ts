import type { actions } from '../../../drizzle/runtime.ts'
import type { TrustZone } from '../../../schema/workspace/trustZones.ts'

/** An action as keepers see it. */
export type KeeperAction = typeof actions.$inferSelect

/** How a worker says that an attempt ended. */
export type EndReport = 'executed' | 'failed' | 'retry'

/** What every report names. */
interface Report {
  readonly id: number
  /** The zones whose keys came with it. */
  readonly zones: readonly TrustZone[]
  readonly worker: string | undefined
}
export interface Claim extends Report {
  /** The number that the attempt will have; any if absent. */
  readonly attempt: number | undefined
}
export interface End extends Report {
  readonly status: EndReport
  readonly attempt: number
  readonly error: string | undefined
  readonly retryDelaySeconds: number
}

/**
 * What came of a report. `superseded`: it is about an attempt that is not the worker's, or no longer; otherwise the
 * action as it is now, and whether the report holds: this one, or the same one before.
 */
export type Verdict =
  'unknown' | 'other_zone' | 'superseded' | { readonly action: KeeperAction; readonly updated: boolean }

/** Judges a report by the action as its transaction left it, and by whether it changed it. */
export function judgeReport(given: Claim | End, action: KeeperAction | undefined, isChanged: boolean): Verdict {
  if (!action) return 'unknown'
  if (!given.zones.includes(action.trustZone)) return 'other_zone'
  if (isChanged) return { action, updated: true }
  return 'status' in given ? judgeEnd(given, action) : judgeClaim(given, action)
}

/** The attempt has begun or ended meanwhile; or it is none of this action that could be begun. */
function judgeClaim({ attempt }: Claim, action: KeeperAction): Verdict {
  const isWaiting = action.status === 'pending' || action.status === 'retry'
  const isLast = attempt === undefined || (!isWaiting && attempt === action.attemptCount)
  return isLast ? { action, updated: false } : 'superseded'
}

/**
 * An attempt whose lease has ended says nothing any more, even if nobody has begun another: it may have been given to
 * somebody else by the time it is heard.
 */
function judgeEnd({ status, attempt, worker }: End, action: KeeperAction): Verdict {
  const { attemptCount, leaseOwner, lastReport } = action
  if (attempt !== attemptCount || (worker ?? null) !== leaseOwner || lastReport === 'expired') return 'superseded'
  return { action, updated: lastReport === status }
}
