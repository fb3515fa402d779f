/** Milliseconds of the flow's timers. */
export const TIMING = {
  verifySession: 12_000,
  sendCode: 20_000,
  verifyCode: 20_000,
  resendAfter: 30_000,
  /** All of wait_for_identity_sync, and one question in it. */
  identitySync: 45_000,
  checkReadiness: 4000,
  pauseNotReady: 500,
  pauseNoIdentity: 300,
  ensureIdentityLink: 10_000,
  completeLink: 30_000,
  /** Before complete is repeated by itself, times the attempts made; its answer's Retry-After counts if it is longer. */
  pauseComplete: 1000,
  /** The longest pause that a Retry-After may cause before the user is asked instead. */
  pauseMost: 10_000,
} as const

/** How often completion is tried before the user is asked. */
export const COMPLETE_ATTEMPTS = 3
