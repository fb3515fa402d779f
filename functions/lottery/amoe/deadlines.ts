/** Lifetime of a challenge, in seconds. */
export const CHALLENGE_SECONDS = 600
/** The longest validity of an attestation, in seconds. */
export const ATTESTED_AT_MOST = 900
/** With a shorter validity, an attestation would expire before its transaction is in a block. */
const LEAST = 60

/**
 * The last second in which the router accepts an entry that is attested at `now`: in 900 s, or when its challenge
 * expires, whichever is sooner. `expired` from the second of expiry on; `too_soon` if fewer than 60 s would be left.
 * Unix seconds.
 */
export function deadlineOf(now: number, challengeExpiresAt: number): number | 'expired' | 'too_soon' {
  if (now >= challengeExpiresAt) return 'expired'
  const deadline = Math.min(now + ATTESTED_AT_MOST, challengeExpiresAt)
  return deadline - now < LEAST ? 'too_soon' : deadline
}
