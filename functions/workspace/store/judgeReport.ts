import type { actions } from '../../../drizzle/runtime.ts'
import type { TrustZone } from '../../../schema/workspace/trustZones.ts'

export type KeeperAction = typeof actions.$inferSelect

/** How a worker reports the end of an attempt. */
export type EndReport = 'executed' | 'failed' | 'retry'

/** Fields of every report. */
interface Report {
  readonly id: number
  /** The zones of the request's key. */
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
 * The result of a report. `superseded`: its attempt is not, or no longer, the worker's. Otherwise the action as it is now,
 * and whether this report, or an identical one before, took effect.
 */
export type Verdict =
  'unknown' | 'other_zone' | 'superseded' | { readonly action: KeeperAction; readonly updated: boolean }

/** Judges a report by the action after its transaction, and by whether that changed the action. */
export function judgeReport(given: Claim | End, action: KeeperAction | undefined, isChanged: boolean): Verdict {
  if (!action) return 'unknown'
  if (!given.zones.includes(action.trustZone)) return 'other_zone'
  if (isChanged) return { action, updated: true }
  return 'status' in given ? judgeEnd(given, action) : judgeClaim(given, action)
}

/** Nothing changed: the attempt has begun or ended in the meantime, or no such attempt can begin. */
function judgeClaim({ attempt }: Claim, action: KeeperAction): Verdict {
  const isWaiting = action.status === 'pending' || action.status === 'retry'
  const isLast = attempt === undefined || (!isWaiting && attempt === action.attemptCount)
  return isLast ? { action, updated: false } : 'superseded'
}

/**
 * An attempt whose lease has expired is superseded even before another one begins: by the time its report arrives, another
 * worker may hold the action.
 */
function judgeEnd({ status, attempt, worker }: End, action: KeeperAction): Verdict {
  const { attemptCount, leaseOwner, lastReport } = action
  if (attempt !== attemptCount || (worker ?? null) !== leaseOwner || lastReport === 'expired') return 'superseded'
  return { action, updated: lastReport === status }
}
