/**
 * The most round trips to D1 and to Durable Objects that an operation makes for a new client, with an Idempotency-Key if it
 * accepts one: one to count the client's address, one to find the session, and its own. A batch counts as one. A change that
 * needs more calls raises the bound here, where a reviewer sees it.
 */
export const STORAGE_BOUNDS: Readonly<Record<number, string>> = {
  1: `
    checkinAmoeMsgnet createAgentNonce createSwEntryChallenge describeSocialFeedbackPayload getAgentFeedback
    getAuctionStatus getAuthNonce getBuildStatus getChanges getDexPoolHistory getExternalImage getGaugeEpoch getGaugeUserVotes
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
    buildLpVaultRebalance buildLpVaultSetStrategy buildVaultClaimQueuedWithdrawal buildVaultDeposit
    buildVaultQueueWithdrawal buildVaultRedeem buildVaultUnwrap buildVaultWithdraw buildVaultWrap buildVetokenExtend
    buildVetokenIncrease buildVetokenLock
    buildVetokenUnlock checkDexApproval checkSmartWalletOwner dryRunDeploy getAgentIdentityVerification getDeployConfig
    getImageFile getLotteryGlobal getLotteryKeyCoverage getManagedTokenList getProtocolStatus getTokenImageByQuery
    getTrendCoin getTrendCoinMetrics getTrendProfile getVaultHistory getWalletTokenBalance listAuctions listCreatorAgents
    listExploreVaults listPendingKeeprActions listPublicAgents listSmartWalletOwners listTrendCoins logoutAuth quoteDex
    recordChatTelemetry setAgentWallet submitAgentFeedback updateKeeprActionStatus
  `,
  3: `
    batchReads approveWaitlistEntry createDeploySession createImageProject createMiniappSession deleteImageProject
    denyWaitlistEntry getAmoeCredits getAuctionActivity getAuthMe getDeploySessionStatus getImageJobStatus
    getImageProject getLotteryLive getStatus getTrayActivity getTrayPortfolio getWorkspaceActions getWorkspaceActivity
    getWorkspaceMonitoring getWorkspaceStrategies getWorkspaceTasks ingestLotteryWebhook listAgents ingestRuntimeRecord
    listAuctionRecentBids listCreatorAccessRequests listCreatorAllowlist listImageProjects listLotteryRecentEntries
    listLotteryRecentWinners listRuntimeRecords listTrendOps listWaitlistEntries preflightChatCommand
    readWorkspaceActivity readWorkspaceMonitoring receiveChatappUpdate recordLinkTelemetry recordRuntimeDecision
    requestAgentAccessProof requestPortfolioDeletion revokeCreatorAccess triggerRuntimeWorkflow updateManagedTokenList
    verifyAgent
  `,
  4: `
    allowCreator approveCreatorAccess cancelDeploySession changeWorkspaceSettings changeWorkspaceStrategies
    changeWorkspaceTasks continueDeploySession createAuthHandoff deleteWaitlistEntry denyCreatorAccess
    disconnectExternalWallet enableCreatorAgent enqueueSvmSweep exportPortfolio generateImage getAgentCapabilities
    getAmoeNonce getSocialReputationGraph getWorkspaceRooms getWorkspaceSettings getWorkspaceSummary joinAgentChatapp
    joinAgentMsgnet listAuthSessions publishLotteryKeyCoverage readWorkspaceSummary requestCreatorAccess
    runWorkspaceAction setCanonicalSvmWallet syncTrendMetrics verifyAuth
  `,
  5: `
    changeWorkspaceRooms checkLinkReady confirmWalletOwner endAuthSession getMiniappStatus getPortfolio getWalletContext
    processTrendSentinel provisionCreatorWallet refreshTrendProfile reserveTrendCoin resolveName resolveTrendProfile
    storeSocialAgentRegistration streamAgent submitSwEntry updatePortfolio uploadImageAsset verifyAgentAccessProof
  `,
  6: `
    buildSocialFeedbackPayload callPaymaster proxyRpc redeemAuthHandoff reviewAgentFeedback submitAmoeChallenge
  `,
  7: `
    endAllAuthSessions postSocialReputationGraph unlinkAccount unlinkChatapp
  `,
  8: `
    bootstrapWaitlist linkAccount postWalletIntelligence publishAgentRegistration
  `,
  9: `
    checkinAmoePost deletePortfolio syncReputationHot
  `,
  10: `
    completeChatappLink getAgentProfile getWalletIntelligence
  `,
  12: `
    processAgentMessages syncReputationCanonical
  `,
}

const bounds = new Map(
  Object.entries(STORAGE_BOUNDS).flatMap(([bound, ids]) => namesIn(ids).map((id) => [id, Number(bound)] as const)),
)

/** The bound of an operation. Throws an Error if it has none. */
export function storageBoundOf(id: string): number {
  const bound = bounds.get(id)
  if (bound === undefined) throw new Error(`test/laws/storageBounds.ts has no bound of ${id}`)
  return bound
}

/** The operations that have bounds. */
export const boundOperations = (): string[] => Object.values(STORAGE_BOUNDS).flatMap(namesIn)

function namesIn(ids: string): string[] {
  return ids.trim().split(/\s+/)
}
