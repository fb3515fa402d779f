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
    buildAuctionClaimTokens buildAuctionExitBid buildAuctionSubmitBid buildDexSwap buildGaugeResetVotes buildGaugeVote
    buildLendpoolAddCollateral buildLendpoolBorrow buildLendpoolRemoveCollateral buildLendpoolRepay
    buildLendpoolSetIdleBufferBps buildLendpoolSetMinBucketIndex buildLpInitializeApprovals
    buildLpOwnerEmergencyWithdraw buildLpOwnerEmergencyWithdrawFromLp buildLpRebalance buildLpSetActive
    buildLpSetAutoFeeTier buildLpSetDexFactory buildLpSetParameters buildLpSetSwapPool buildLpSetVault
    buildLpVaultRebalance buildLpVaultSetStrategy buildVetokenExtend buildVetokenIncrease buildVetokenLock
    buildVetokenUnlock checkDexApproval checkSmartWalletOwner dryRunDeploy getAgentIdentityVerification
    getDeployConfig getImageFile getLotteryKeyCoverage getManagedTokenList getProtocolStatus getTokenImageByQuery
    getTrendProfile getVaultHistory getWalletTokenBalance listCreatorAgents listPendingKeeprActions listPublicAgents
    listSmartWalletOwners listTrendCoins logoutAuth quoteDex recordChatTelemetry setAgentWallet submitAgentFeedback
    updateKeeprActionStatus
  `,
  3: `
    createDeploySession createImageProject createMiniappSession deleteImageProject getAmoeCredits getAuctionActivity
    getAuthMe getDeploySessionStatus getImageJobStatus getImageProject getLotteryGlobal getStatus getTrayActivity
    getTrayPortfolio getTrendCoin getTrendCoinMetrics getWorkspaceActions getWorkspaceActivity getWorkspaceMonitoring
    getWorkspaceStrategies getWorkspaceTasks ingestLotteryWebhook ingestRuntimeRecord listAuctionRecentBids
    listCreatorAccessRequests listCreatorAllowlist listExploreVaults listImageProjects listRuntimeRecords listTrendOps
    listWaitlistEntries readWorkspaceActivity readWorkspaceMonitoring receiveChatappUpdate recordLinkTelemetry
    requestPortfolioDeletion revokeCreatorAccess triggerRuntimeWorkflow verifyAgent
  `,
  4: `
    allowCreator approveCreatorAccess approveWaitlistEntry cancelDeploySession changeWorkspaceSettings
    changeWorkspaceTasks continueDeploySession createAuthHandoff denyCreatorAccess denyWaitlistEntry exportPortfolio
    generateImage getAgentCapabilities getAmoeNonce getLotteryLive getWorkspaceRooms getWorkspaceSettings
    getWorkspaceSummary listAuthSessions listLotteryRecentEntries listLotteryRecentWinners preflightChatCommand
    publishLotteryKeyCoverage readWorkspaceSummary recordRuntimeDecision requestAgentAccessProof requestCreatorAccess
    updateManagedTokenList
  `,
  5: `
    changeWorkspaceStrategies deleteWaitlistEntry disconnectExternalWallet endAuthSession getMiniappStatus
    getSocialReputationGraph getWalletContext reserveTrendCoin resolveName runWorkspaceAction setCanonicalSvmWallet
    storeSocialAgentRegistration streamAgent submitSwEntry syncTrendMetrics uploadImageAsset verifyAgentAccessProof
  `,
  6: `
    buildSocialFeedbackPayload callPaymaster changeWorkspaceRooms checkLinkReady confirmWalletOwner enqueueSvmSweep
    getPortfolio joinAgentChatapp joinAgentMsgnet provisionCreatorWallet proxyRpc redeemAuthHandoff
    reviewAgentFeedback updatePortfolio verifyAuth
  `,
  7: `
    enableCreatorAgent endAllAuthSessions processTrendSentinel refreshTrendProfile resolveTrendProfile
    submitAmoeChallenge unlinkChatapp
  `,
  8: `
    postSocialReputationGraph postWalletIntelligence
  `,
  9: `
    bootstrapWaitlist publishAgentRegistration syncReputationHot
  `,
  10: `
    checkinAmoePost getAgentProfile getWalletIntelligence unlinkAccount
  `,
  11: `
    completeChatappLink linkAccount
  `,
  12: `
    processAgentMessages syncReputationCanonical
  `,
  13: `
    deletePortfolio
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
