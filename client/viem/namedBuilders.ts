import type { builders } from '../generated/builders.gen.ts'
import {
  buildAuctionClaimTokens,
  buildAuctionExitBid,
  buildAuctionSubmitBid,
  buildDexSwap,
  buildGaugeResetVotes,
  buildGaugeVote,
  buildLendpoolAddCollateral,
  buildLendpoolBorrow,
  buildLendpoolRemoveCollateral,
  buildLendpoolRepay,
  buildLendpoolSetIdleBufferBps,
  buildLendpoolSetMinBucketIndex,
  buildLpInitializeApprovals,
  buildLpOwnerEmergencyWithdraw,
  buildLpOwnerEmergencyWithdrawFromLp,
  buildLpRebalance,
  buildLpSetActive,
  buildLpSetAutoFeeTier,
  buildLpSetDexFactory,
  buildLpSetParameters,
  buildLpSetSwapPool,
  buildLpSetVault,
  buildLpVaultRebalance,
  buildLpVaultSetStrategy,
  buildVetokenExtend,
  buildVetokenIncrease,
  buildVetokenLock,
  buildVetokenUnlock,
  setAgentWallet,
  submitAgentFeedback,
} from '../generated/operations.gen.ts'

/** Builders, by the names of the actions that send what they build. */
export const NAMED_BUILDERS = {
  addCollateral: { buildLendpoolAddCollateral },
  bid: { buildAuctionSubmitBid },
  borrow: { buildLendpoolBorrow },
  claimTokens: { buildAuctionClaimTokens },
  emergencyWithdraw: { buildLpOwnerEmergencyWithdraw },
  emergencyWithdrawFromLp: { buildLpOwnerEmergencyWithdrawFromLp },
  exitBid: { buildAuctionExitBid },
  extendLock: { buildVetokenExtend },
  increaseLock: { buildVetokenIncrease },
  initializeApprovals: { buildLpInitializeApprovals },
  lock: { buildVetokenLock },
  rebalanceLpVault: { buildLpVaultRebalance },
  rebalanceStrategy: { buildLpRebalance },
  removeCollateral: { buildLendpoolRemoveCollateral },
  repay: { buildLendpoolRepay },
  resetVotes: { buildGaugeResetVotes },
  setAgentWallet: { setAgentWallet },
  setAutoFeeTier: { buildLpSetAutoFeeTier },
  setDexFactory: { buildLpSetDexFactory },
  setIdleBufferBps: { buildLendpoolSetIdleBufferBps },
  setLpVault: { buildLpSetVault },
  setLpVaultStrategy: { buildLpVaultSetStrategy },
  setMinBucketIndex: { buildLendpoolSetMinBucketIndex },
  setStrategyActive: { buildLpSetActive },
  setStrategyParameters: { buildLpSetParameters },
  setSwapPool: { buildLpSetSwapPool },
  submitFeedback: { submitAgentFeedback },
  swap: { buildDexSwap },
  unlock: { buildVetokenUnlock },
  vote: { buildGaugeVote },
}

type Named = typeof NAMED_BUILDERS
type IdOf<Name extends keyof Named> = { [Each in Name]: keyof Named[Each] }[Name]
type None<Id extends never> = Id
/** A builder without a name does not compile. */
export type Unnamed = None<Exclude<keyof typeof builders, IdOf<keyof Named>>>

/** The builder of an action. */
export type NamedBuilder<Name extends keyof Named> = Named[Name][keyof Named[Name]]
