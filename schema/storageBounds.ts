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
    buildVetokenUnlock checkDexApproval checkSmartWalletOwner dryRunDeploy getAgentIdentityVerification getDeployConfig
    getImageFile getLotteryKeyCoverage getManagedTokenList getProtocolStatus getTokenImageByQuery getTrendProfile
    getWalletTokenBalance listCreatorAgents listPendingKeeprActions listPublicAgents listSmartWalletOwners
    listTrendCoins logoutAuth quoteDex recordChatTelemetry setAgentWallet submitAgentFeedback updateKeeprActionStatus
  `,
  3: `
    createMiniappSession getAmoeCredits getAuctionActivity getAuthMe getDeploySessionStatus getImageJobStatus
    getImageProject getLotteryGlobal getStatus getTrayActivity getTrayPortfolio getTrendCoin getTrendCoinMetrics
    getWorkspaceActions getWorkspaceActivity getWorkspaceMonitoring getWorkspaceStrategies ingestLotteryWebhook
    ingestRuntimeRecord listAuctionRecentBids listCreatorAccessRequests listCreatorAllowlist listExploreVaults
    listImageProjects listRuntimeRecords listTrendOps listWaitlistEntries readWorkspaceActivity readWorkspaceMonitoring
    receiveChatappUpdate recordLinkTelemetry requestPortfolioDeletion triggerRuntimeWorkflow verifyAgent
  `,
  4: `
    createAuthHandoff createDeploySession createImageProject deleteImageProject exportPortfolio getAgentCapabilities
    getAmoeNonce getLotteryLive getWorkspaceRooms getWorkspaceSettings getWorkspaceSummary getWorkspaceTasks
    listAuthSessions listLotteryRecentEntries listLotteryRecentWinners preflightChatCommand readWorkspaceSummary
    recordRuntimeDecision requestAgentAccessProof revokeCreatorAccess updateManagedTokenList
  `,
  5: `
    allowCreator approveCreatorAccess approveWaitlistEntry cancelDeploySession changeWorkspaceSettings
    changeWorkspaceTasks continueDeploySession denyCreatorAccess denyWaitlistEntry disconnectExternalWallet
    endAuthSession generateImage getMiniappStatus getSocialReputationGraph getWalletContext publishLotteryKeyCoverage
    requestCreatorAccess reserveTrendCoin resolveName storeSocialAgentRegistration streamAgent submitSwEntry
    syncTrendMetrics verifyAgentAccessProof
  `,
  6: `
    buildSocialFeedbackPayload callPaymaster changeWorkspaceStrategies checkLinkReady confirmWalletOwner
    deleteWaitlistEntry getPortfolio provisionCreatorWallet proxyRpc redeemAuthHandoff reviewAgentFeedback
    runWorkspaceAction setCanonicalSvmWallet uploadImageAsset verifyAuth
  `,
  7: `
    changeWorkspaceRooms endAllAuthSessions enqueueSvmSweep joinAgentChatapp joinAgentMsgnet processTrendSentinel
    refreshTrendProfile resolveTrendProfile submitAmoeChallenge unlinkChatapp updatePortfolio
  `,
  8: `
    enableCreatorAgent postSocialReputationGraph postWalletIntelligence
  `,
  9: `
    bootstrapWaitlist publishAgentRegistration
  `,
  10: `
    checkinAmoePost unlinkAccount
  `,
  11: `
    completeChatappLink linkAccount
  `,
  13: `
    deletePortfolio
  `,
  16: `
    syncReputationHot
  `,
  19: `
    getAgentProfile getWalletIntelligence processAgentMessages
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
