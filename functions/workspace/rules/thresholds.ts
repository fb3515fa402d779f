/**
 * The bounds that risks and checks of workspaces go by. Parts of a vault's assets are in basis points, times in hours.
 */
export const THRESHOLDS = {
  /** From this part of the vault's assets on, moving a liquidity strategy takes a second person. */
  rebalanceHighRiskBps: 5000,
  /** The same of a lending strategy: another bucket is another price at which the vault's coins are lent. */
  rebucketHighRiskBps: 2500,
  /** A strategy that is further from its target than this is warned about. */
  targetDriftBps: 1000,
  /** Approvals that wait longer, and actions that failed within, are warned about. */
  approvalWaitsHours: 48,
  failedActionHours: 24,
} as const
