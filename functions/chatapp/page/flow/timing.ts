/** Milliseconds of the flow's timers. */
export const TIMING = {
  verifySession: 12_000,
  sendCode: 20_000,
  verifyCode: 20_000,
  resendAfter: 30_000,
  /** All of wait_for_identity_sync; `checkReadiness` is one check in it. */
  identitySync: 45_000,
  checkReadiness: 4000,
  pauseNotReady: 500,
  pauseNoIdentity: 300,
  ensureIdentityLink: 10_000,
  completeLink: 30_000,
  /** Pause before an automatic repeat of completion, times the attempts so far; a longer Retry-After replaces it. */
  pauseComplete: 1000,
  /** The longest pause that a Retry-After may cause before the user is asked instead. */
  pauseMost: 10_000,
} as const

/** Attempts at completion before the user is asked. */
export const COMPLETE_ATTEMPTS = 3
