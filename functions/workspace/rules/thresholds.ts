/**
 * Thresholds for risks and checks of workspaces. Parts of a vault's assets are in basis points, times in hours.
 */
export const THRESHOLDS = {
  /** From this part of the vault's assets on, rebalancing an LP strategy needs a second person. */
  rebalanceHighRiskBps: 5000,
  /** The same for a lending strategy: another bucket is another price at which the vault's coins are lent. */
  rebucketHighRiskBps: 2500,
  /** A strategy further from its target than this raises a warning. */
  targetDriftBps: 1000,
  /** Approvals pending for longer raise a warning; actions that failed within this time fail a check. */
  approvalWaitsHours: 48,
  failedActionHours: 24,
} as const
