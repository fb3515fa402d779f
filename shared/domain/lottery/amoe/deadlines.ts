/** Seconds for which a challenge can be answered. */
export const CHALLENGE_SECONDS = 600
/** Seconds that an attestation holds at most. */
export const ATTESTED_AT_MOST = 900
/** An attestation that held for less would expire before its transaction is in a block. */
const LEAST = 60

/**
 * The last second in which the router takes an entry that is attested at `now`: in 900 s, or when its challenge expires if
 * that is sooner. `expired` from the second of expiry on; `too_soon` where fewer than 60 s would be left. Unix seconds.
 */
export function deadlineOf(now: number, challengeExpiresAt: number): number | 'expired' | 'too_soon' {
  if (now >= challengeExpiresAt) return 'expired'
  const deadline = Math.min(now + ATTESTED_AT_MOST, challengeExpiresAt)
  return deadline - now < LEAST ? 'too_soon' : deadline
}
