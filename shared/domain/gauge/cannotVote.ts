import type { CANNOT_VOTE } from '../../../schema/gauge/index.ts'
import type { Voter } from './voterCalls.ts'

export interface Reason {
  readonly code: (typeof CANNOT_VOTE)[number]
  readonly message: string
  /** Unix seconds at which the reason ceases by itself. */
  readonly until: number | null
}

/** A lock must be at least this old, in seconds; extending or increasing it resets its age. */
const MIN_LOCK_AGE = 604_800

/** An ended lock cannot be increased (LockExpired), and prevents a new one (AlreadyLocked). */
const ENDED = 'The lock has ended; extend it, or withdraw its tokens and lock them again'

/**
 * Every known reason why the gauge would refuse a vote at this time (unix seconds), in the order of its checks. An
 * unreadable value is not a reason.
 */
export function cannotVote(
  { epoch, lock, powerAtEpochEnd, utilityRule, ve33, free }: Omit<Voter, 'hasVoted' | 'votes' | 'utility'>,
  now: number,
): Reason[] {
  const reasons: Reason[] = []
  const add = (code: Reason['code'], message: string, until: number | null = null) =>
    reasons.push({ code, message, until })
  if (!epoch.started) add('voting_not_started', 'The first epoch has not begun', epoch.genesis)
  if (epoch.started && epoch.frozen)
    add('vote_frozen', 'The gauge accepts no votes for the rest of the epoch; vote in the next one', epoch.end)
  const oldEnough = Number(lock.start) + MIN_LOCK_AGE
  if (oldEnough > now)
    add(
      'lock_too_recent',
      'The lock must not have changed for seven days; creating, extending or increasing it restarts that period',
      oldEnough,
    )
  if (utilityRule === 'unset')
    add('utility_not_configured', 'The gauge has no utility contract; until it has one, nobody can vote')
  if (Number(lock.end) <= now) {
    add('no_voting_power', lock.end === 0n ? 'There is no lock; lock share tokens first' : ENDED)
    return reasons
  }
  if (ve33 === 0n && free === 0n) add('no_voting_power', 'All voting power of the lock is claimed for lottery boosts')
  else if (ve33 === 0n)
    add(
      'utility_not_claimed',
      'Claim voting power for votes first; buildGaugeVote with claim "needed" does that before the vote',
    )
  if (Number(lock.end) < epoch.end)
    add('lock_expires_before_epoch_end', 'The lock ends before the epoch; extend it, then wait seven days')
  else if (powerAtEpochEnd === 0n) add('no_voting_power', 'The lock has no voting power left at the end of the epoch')
  return reasons
}
