/**
 * The most round trips to D1 and to Durable Objects for which the answer of an operation waits, asked by somebody new, with an
 * Idempotency-Key where it takes one: one each to count its address and to find its session, and those of its own.
 * A batch is one. A change that needs more raises the bound where everybody sees it.
 */
export const STORAGE_BOUNDS: Readonly<Record<number, string>> = {
  1: `
    checkinAmoeMsgnet createAgentNonce createSwEntryChallenge describeSocialFeedbackPayload getAgentFeedback
    getAuctionStatus getAuthNonce getBuildStatus getDexPoolHistory getExternalImage getGaugeEpoch getGaugeUserVotes
    getLotteryCreator getLpStrategy getMarketplaceAgentMetadata getMarketplaceLotteryTicket getOpenApiSpec
    getOpenApiSpecYaml getSocialAgentRegistration getSocialArtifact getTokenImage getTokenListEntry getTokenLogoPng
    getTokenLogoSvg getTokenMetadata getVaultReport getVaultStatus getVaultStrategies getVetokenUser listGaugeVaults
    queryDex quoteTrendTrade
  `,
  2: `
    buildAuctionSubmitBid buildDexSwap buildGaugeResetVotes buildGaugeVote buildLendpoolAddCollateral
    buildLendpoolBorrow buildLendpoolRemoveCollateral buildLendpoolRepay buildLendpoolSetIdleBufferBps
    buildLendpoolSetMinBucketIndex buildLpInitializeApprovals buildLpOwnerEmergencyWithdraw
    buildLpOwnerEmergencyWithdrawFromLp buildLpRebalance buildLpSetActive buildLpSetAutoFeeTier buildLpSetDexFactory
    buildLpSetParameters buildLpSetSwapPool buildLpSetVault buildLpVaultRebalance buildLpVaultSetStrategy
    buildVetokenExtend buildVetokenIncrease buildVetokenLock buildVetokenUnlock checkDexApproval checkSmartWalletOwner
    dryRunDeploy getAgentIdentityVerification getDeployConfig getImageFile getLotteryKeyCoverage getManagedTokenList
    getProtocolStatus getTokenImageByQuery getTrendProfile getWalletTokenBalance listCreatorAgents
    listPendingKeeprActions listPublicAgents listSmartWalletOwners listTrendCoins logoutAuth quoteDex
    recordChatTelemetry setAgentWallet submitAgentFeedback updateKeeprActionStatus
  `,
  3: `
    createMiniappSession getAmoeCredits getAuthMe getDeploySessionStatus getImageJobStatus getImageProject
    getLotteryGlobal getStatus getTrayActivity getTrayPortfolio getTrendCoin getTrendCoinMetrics getWorkspaceActions
    getWorkspaceMonitoring getWorkspaceStrategies ingestLotteryWebhook ingestRuntimeRecord listCreatorAccessRequests
    listCreatorAllowlist listExploreVaults listImageProjects listRuntimeRecords listTrendOps listWaitlistEntries
    readWorkspaceMonitoring receiveChatappUpdate recordLinkTelemetry requestPortfolioDeletion triggerRuntimeWorkflow
    verifyAgent
  `,
  4: `
    createAuthHandoff createDeploySession createImageProject deleteImageProject exportPortfolio getAgentCapabilities
    getAmoeNonce getAuctionActivity getLotteryLive getWorkspaceActivity getWorkspaceRooms getWorkspaceSettings
    getWorkspaceSummary getWorkspaceTasks listAuctionRecentBids listAuthSessions listLotteryRecentEntries
    listLotteryRecentWinners preflightChatCommand readWorkspaceActivity readWorkspaceSummary recordRuntimeDecision
    requestAgentAccessProof updateManagedTokenList
  `,
  5: `
    approveCreatorAccess approveWaitlistEntry cancelDeploySession changeWorkspaceSettings changeWorkspaceTasks
    continueDeploySession denyCreatorAccess denyWaitlistEntry disconnectExternalWallet endAuthSession generateImage
    getMiniappStatus getSocialReputationGraph getWalletContext publishLotteryKeyCoverage requestCreatorAccess
    resolveName revokeCreatorAccess storeSocialAgentRegistration streamAgent submitSwEntry syncTrendMetrics
    verifyAgentAccessProof
  `,
  6: `
    allowCreator buildSocialFeedbackPayload callPaymaster changeWorkspaceStrategies confirmWalletOwner
    deleteWaitlistEntry provisionCreatorWallet proxyRpc redeemAuthHandoff reserveTrendCoin reviewAgentFeedback
    runWorkspaceAction setCanonicalSvmWallet uploadImageAsset verifyAuth
  `,
  7: `
    changeWorkspaceRooms checkLinkReady endAllAuthSessions getPortfolio joinAgentChatapp joinAgentMsgnet
    processTrendSentinel refreshTrendProfile resolveTrendProfile submitAmoeChallenge unlinkChatapp
  `,
  8: `
    enableCreatorAgent enqueueSvmSweep postSocialReputationGraph updatePortfolio
  `,
  9: `
    postWalletIntelligence publishAgentRegistration
  `,
  10: `
    checkinAmoePost
  `,
  11: `
    unlinkAccount
  `,
  12: `
    bootstrapWaitlist completeChatappLink
  `,
  13: `
    deletePortfolio linkAccount
  `,
  16: `
    syncReputationHot
  `,
  19: `
    processAgentMessages
  `,
  20: `
    getAgentProfile getWalletIntelligence
  `,
  27: `
    syncReputationCanonical
  `,
}

const bounds = new Map(
  Object.entries(STORAGE_BOUNDS).flatMap(([bound, ids]) => namesIn(ids).map((id) => [id, Number(bound)] as const)),
)

/** The bound of an operation. Throws an Error if it has none. */
export function storageBoundOf(id: string): number {
  const bound = bounds.get(id)
  if (bound === undefined) throw new Error(`schema/storageBounds.ts has no bound of ${id}`)
  return bound
}

/** The operations that have bounds. */
export const boundOperations = (): string[] => Object.values(STORAGE_BOUNDS).flatMap(namesIn)

function namesIn(ids: string): string[] {
  return ids.trim().split(/\s+/)
}
