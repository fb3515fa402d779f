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
  buildVaultClaimQueuedWithdrawal,
  buildVaultDeposit,
  buildVaultQueueWithdrawal,
  buildVaultRedeem,
  buildVaultUnwrap,
  buildVaultWithdraw,
  buildVaultWrap,
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
  claimQueuedWithdrawal: { buildVaultClaimQueuedWithdrawal },
  claimTokens: { buildAuctionClaimTokens },
  deposit: { buildVaultDeposit },
  emergencyWithdraw: { buildLpOwnerEmergencyWithdraw },
  emergencyWithdrawFromLp: { buildLpOwnerEmergencyWithdrawFromLp },
  exitBid: { buildAuctionExitBid },
  extendLock: { buildVetokenExtend },
  increaseLock: { buildVetokenIncrease },
  initializeApprovals: { buildLpInitializeApprovals },
  lock: { buildVetokenLock },
  queueWithdrawal: { buildVaultQueueWithdrawal },
  rebalanceLpVault: { buildLpVaultRebalance },
  rebalanceStrategy: { buildLpRebalance },
  redeem: { buildVaultRedeem },
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
  unwrap: { buildVaultUnwrap },
  vote: { buildGaugeVote },
  withdraw: { buildVaultWithdraw },
  wrap: { buildVaultWrap },
}

/** Builders whose call goes to a contract that the body does not name: the wrapper of the vault. */
export const CALL_ANOTHER: readonly unknown[] = [buildVaultUnwrap, buildVaultWrap]

type Named = typeof NAMED_BUILDERS
type IdOf<Name extends keyof Named> = { [Each in Name]: keyof Named[Each] }[Name]
type None<Id extends never> = Id
/** A builder without a name does not compile. */
export type Unnamed = None<Exclude<keyof typeof builders, IdOf<keyof Named>>>

/** The builder of an action. */
export type NamedBuilder<Name extends keyof Named> = Named[Name][keyof Named[Name]]
