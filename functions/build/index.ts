import { build } from '../../schema/build/index.ts'
import { authenticateOnly } from '../../shared/auth/authenticateWith.ts'
import { rememberSessions } from '../../shared/auth/rememberSessions.ts'
import { keyedBuilds } from '../../shared/http/keyedBuilds.ts'
import { serve } from '../../shared/http/serve.ts'
import { buildAuctionSubmitBid } from './auction/buildAuctionSubmitBid.ts'
import { buildAuctionClaimTokens } from './auction/settle/buildAuctionClaimTokens.ts'
import { buildAuctionExitBid } from './auction/settle/buildAuctionExitBid.ts'
import { createBuildContext } from './context.ts'
import { BuildEnv } from './env.ts'
import { buildGaugeResetVotes } from './gauge/buildGaugeResetVotes.ts'
import { buildGaugeVote } from './gauge/buildGaugeVote.ts'
import { buildLendpoolAddCollateral } from './lendpool/buildLendpoolAddCollateral.ts'
import { buildLendpoolBorrow } from './lendpool/buildLendpoolBorrow.ts'
import { buildLendpoolRemoveCollateral } from './lendpool/buildLendpoolRemoveCollateral.ts'
import { buildLendpoolRepay } from './lendpool/buildLendpoolRepay.ts'
import { buildLendpoolSetIdleBufferBps } from './lendpool/buildLendpoolSetIdleBufferBps.ts'
import { buildLendpoolSetMinBucketIndex } from './lendpool/buildLendpoolSetMinBucketIndex.ts'
import { buildLpInitializeApprovals } from './lpstrat/buildLpInitializeApprovals.ts'
import { buildLpOwnerEmergencyWithdraw } from './lpstrat/buildLpOwnerEmergencyWithdraw.ts'
import { buildLpOwnerEmergencyWithdrawFromLp } from './lpstrat/buildLpOwnerEmergencyWithdrawFromLp.ts'
import { buildLpRebalance } from './lpstrat/buildLpRebalance.ts'
import { buildLpSetActive } from './lpstrat/buildLpSetActive.ts'
import { buildLpSetAutoFeeTier } from './lpstrat/buildLpSetAutoFeeTier.ts'
import { buildLpSetDexFactory } from './lpstrat/buildLpSetDexFactory.ts'
import { buildLpSetParameters } from './lpstrat/buildLpSetParameters.ts'
import { buildLpSetSwapPool } from './lpstrat/buildLpSetSwapPool.ts'
import { buildLpSetVault } from './lpstrat/buildLpSetVault.ts'
import { buildLpVaultRebalance } from './lpstrat/buildLpVaultRebalance.ts'
import { buildLpVaultSetStrategy } from './lpstrat/buildLpVaultSetStrategy.ts'
import { buildVaultClaimQueuedWithdrawal } from './vault/buildVaultClaimQueuedWithdrawal.ts'
import { buildVaultDeposit } from './vault/buildVaultDeposit.ts'
import { buildVaultQueueWithdrawal } from './vault/buildVaultQueueWithdrawal.ts'
import { buildVaultRedeem } from './vault/buildVaultRedeem.ts'
import { buildVaultUnwrap } from './vault/buildVaultUnwrap.ts'
import { buildVaultWithdraw } from './vault/buildVaultWithdraw.ts'
import { buildVaultWrap } from './vault/buildVaultWrap.ts'
import { buildVetokenExtend } from './vetoken/buildVetokenExtend.ts'
import { buildVetokenIncrease } from './vetoken/buildVetokenIncrease.ts'
import { buildVetokenLock } from './vetoken/buildVetokenLock.ts'
import { buildVetokenUnlock } from './vetoken/buildVetokenUnlock.ts'

export default {
  fetch: serve({
    name: 'build',
    env: BuildEnv,
    operations: build,
    handlers: {
      buildAuctionClaimTokens,
      buildAuctionExitBid,
      buildAuctionSubmitBid,
      buildGaugeResetVotes,
      buildGaugeVote,
      buildLendpoolAddCollateral,
      buildLendpoolBorrow,
      buildLendpoolRemoveCollateral,
      buildLendpoolRepay,
      buildLendpoolSetIdleBufferBps,
      buildLendpoolSetMinBucketIndex,
      buildLpSetVault,
      buildLpSetSwapPool,
      buildLpSetDexFactory,
      buildLpSetAutoFeeTier,
      buildLpSetParameters,
      buildLpSetActive,
      buildLpInitializeApprovals,
      buildLpRebalance,
      buildLpOwnerEmergencyWithdraw,
      buildLpOwnerEmergencyWithdrawFromLp,
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
      // Its decoders are as much as a quarter of the builders, which start without them.
      getBuildStatus: async (input, context) =>
        (await import('./status/getBuildStatus.ts')).getBuildStatus(input, context),
    },
    context: createBuildContext,
    authenticate: (context, env) => rememberSessions(authenticateOnly(context, env), context),
    keyed: keyedBuilds,
  }),
}
