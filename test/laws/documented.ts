/** The promises to callers of one operation, beside its path. */
export interface Documented {
  readonly id: string
  /**
   * `read`: no credential, 200 and 429; `write`: a session or SIWA, 401 too; `builder`: the same, and the answer is an
   * UnsignedCalldata; `machine`: a credential of a machine, never a cookie.
   */
  readonly kind: 'read' | 'write' | 'builder' | 'machine'
  /** Further statuses. */
  readonly also?: readonly number[]
  /** The only statuses, of an operation that is gone. */
  readonly only?: readonly number[]
}

/** Families all of whose documented operations exist. */
export const COMPLETE: readonly string[] = [
  'site',
  'token',
  'vault',
  'auction',
  'lottery',
  'gauge',
  'vetoken',
  'lpstrat',
  'cre',
]

/** The documented operations by family and by method and path: published once, so none of it may change by accident. */
export const DOCUMENTED: Readonly<Record<string, Readonly<Record<string, Documented>>>> = {
  site: {
    'GET /v1/spec.json': { id: 'getOpenApiSpec', kind: 'read' },
    'GET /v1/spec.yaml': { id: 'getOpenApiSpecYaml', kind: 'read' },
  },
  token: {
    'GET /v1/token/{address}/metadata': { id: 'getTokenMetadata', kind: 'read' },
    'GET /v1/token/{address}/image': { id: 'getTokenImage', kind: 'read' },
    'GET /v1/token/{address}/logo.png': { id: 'getTokenLogoPng', kind: 'read' },
    'GET /v1/token/{address}/logo.svg': { id: 'getTokenLogoSvg', kind: 'read' },
    'GET /v1/token/{address}/tokenlist': { id: 'getTokenListEntry', kind: 'read' },
  },
  vault: {
    'GET /v1/vault/{address}/report': { id: 'getVaultReport', kind: 'read' },
    'GET /v1/vault/{address}/strategies': { id: 'getVaultStrategies', kind: 'read' },
    'GET /v1/explore/vaults': { id: 'listExploreVaults', kind: 'read' },
  },
  auction: {
    'GET /v1/auction/{address}/status': { id: 'getAuctionStatus', kind: 'read' },
    'GET /v1/auction/{address}/activity': { id: 'getAuctionActivity', kind: 'read' },
    'GET /v1/auction/{address}/recentBids': { id: 'listAuctionRecentBids', kind: 'read' },
  },
  lottery: {
    'GET /v1/marketplace/agent.json': { id: 'getMarketplaceAgentMetadata', kind: 'read' },
    'GET /v1/marketplace/lottery-ticket.json': { id: 'getMarketplaceLotteryTicket', kind: 'read' },
    'GET /v1/lottery/global': { id: 'getLotteryGlobal', kind: 'read' },
    'GET /v1/lottery/creator/{creatorCoin}': { id: 'getLotteryCreator', kind: 'read' },
    'GET /v1/lottery/live': { id: 'getLotteryLive', kind: 'read' },
    'GET /v1/lottery/recentWinners': { id: 'listLotteryRecentWinners', kind: 'read' },
    'GET /v1/lottery/recentEntries': { id: 'listLotteryRecentEntries', kind: 'read' },
    'GET /v1/lottery/key-coverage': { id: 'getLotteryKeyCoverage', kind: 'read' },
    'GET /v1/lottery/amoe/nonce': { id: 'getAmoeNonce', kind: 'read' },
    'GET /v1/lottery/amoe/credits': { id: 'getAmoeCredits', kind: 'read' },
    'POST /v1/lottery/ingest-webhook': { id: 'ingestLotteryWebhook', kind: 'machine', also: [503] },
    'POST /v1/lottery/key-coverage': { id: 'publishLotteryKeyCoverage', kind: 'write' },
    'POST /v1/lottery/amoe/submit': { id: 'submitAmoeChallenge', kind: 'write' },
    'POST /v1/lottery/amoe/post-checkin': { id: 'checkinAmoePost', kind: 'write' },
    'POST /v1/lottery/amoe/msgnet-checkin': { id: 'checkinAmoeMsgnet', kind: 'write', only: [410] },
  },
  gauge: {
    'GET /v1/gauge/epoch': { id: 'getGaugeEpoch', kind: 'read' },
    'GET /v1/gauge/vaults': { id: 'listGaugeVaults', kind: 'read' },
    'GET /v1/gauge/user/{address}': { id: 'getGaugeUserVotes', kind: 'read' },
  },
  vetoken: {
    'GET /v1/vetoken/user/{address}': { id: 'getVetokenUser', kind: 'read' },
  },
  lpstrat: {
    'GET /v1/lpstrat/strategy/{address}': { id: 'getLpStrategy', kind: 'read' },
  },
  agents: {
    'GET /v1/agents/capabilities': { id: 'getAgentCapabilities', kind: 'read' },
    'GET /v1/agents/creators': { id: 'listCreatorAgents', kind: 'read' },
    'GET /v1/agents/identity/verification': { id: 'getAgentIdentityVerification', kind: 'read' },
    'GET /v1/agents/profile': { id: 'getAgentProfile', kind: 'read', also: [404] },
    'GET /agents': { id: 'listPublicAgents', kind: 'read' },
    'GET /v1/agents/feedback': { id: 'getAgentFeedback', kind: 'read' },
    'GET /v1/agents/wallet-intelligence': { id: 'getWalletIntelligence', kind: 'read' },
    'POST /v1/agents/creators/enable': { id: 'enableCreatorAgent', kind: 'write' },
    'POST /v1/agents/feedback/review': { id: 'reviewAgentFeedback', kind: 'write', also: [402] },
    'POST /v1/agents/access-proof/request': { id: 'requestAgentAccessProof', kind: 'write' },
    'POST /v1/agents/access-proof/verify': { id: 'verifyAgentAccessProof', kind: 'write' },
    'POST /v1/agents/msgnet/join': { id: 'joinAgentMsgnet', kind: 'write' },
    'POST /v1/agents/chatapp/join': { id: 'joinAgentChatapp', kind: 'write' },
    'POST /v1/agents/wallet-intelligence': { id: 'postWalletIntelligence', kind: 'write' },
    'POST /v1/agents/publish': { id: 'publishAgentRegistration', kind: 'write' },
  },
  social: {
    'GET /social/agent-registration': { id: 'getSocialAgentRegistration', kind: 'read', also: [401] },
    'GET /social/reputation-graph': { id: 'getSocialReputationGraph', kind: 'read' },
    'GET /social/feedback-payload': { id: 'describeSocialFeedbackPayload', kind: 'read' },
    'POST /v1/chat/reputation-sync': { id: 'syncReputationCanonical', kind: 'machine' },
    'POST /v1/chat/reputation-sync-hot': { id: 'syncReputationHot', kind: 'machine' },
    'POST /social/agent-registration': { id: 'storeSocialAgentRegistration', kind: 'write' },
    'POST /social/reputation-graph': { id: 'postSocialReputationGraph', kind: 'write' },
    'POST /social/feedback-payload': { id: 'buildSocialFeedbackPayload', kind: 'write' },
  },
  build: {
    'POST /v1/build/auction/submitBid': { id: 'buildAuctionSubmitBid', kind: 'builder' },
    'POST /v1/build/gauge/vote': { id: 'buildGaugeVote', kind: 'builder' },
    'POST /v1/build/gauge/resetVotes': { id: 'buildGaugeResetVotes', kind: 'builder' },
    'POST /v1/build/vetoken/lock': { id: 'buildVetokenLock', kind: 'builder' },
    'POST /v1/build/vetoken/extend': { id: 'buildVetokenExtend', kind: 'builder' },
    'POST /v1/build/vetoken/increase': { id: 'buildVetokenIncrease', kind: 'builder' },
    'POST /v1/build/vetoken/unlock': { id: 'buildVetokenUnlock', kind: 'builder' },
    'POST /v1/build/lendpool/borrow': { id: 'buildLendpoolBorrow', kind: 'builder' },
    'POST /v1/build/lendpool/repay': { id: 'buildLendpoolRepay', kind: 'builder' },
    'POST /v1/build/lendpool/addCollateral': { id: 'buildLendpoolAddCollateral', kind: 'builder' },
    'POST /v1/build/lendpool/removeCollateral': { id: 'buildLendpoolRemoveCollateral', kind: 'builder' },
    'POST /v1/build/lendpool/setMinBucketIndex': { id: 'buildLendpoolSetMinBucketIndex', kind: 'builder' },
    'POST /v1/build/lendpool/setIdleBufferBps': { id: 'buildLendpoolSetIdleBufferBps', kind: 'builder' },
    'POST /v1/build/lpstrat/setLpVault': { id: 'buildLpSetVault', kind: 'builder' },
    'POST /v1/build/lpstrat/setSwapPool': { id: 'buildLpSetSwapPool', kind: 'builder' },
    'POST /v1/build/lpstrat/setDexFactory': { id: 'buildLpSetDexFactory', kind: 'builder' },
    'POST /v1/build/lpstrat/setAutoFeeTier': { id: 'buildLpSetAutoFeeTier', kind: 'builder' },
    'POST /v1/build/lpstrat/setParameters': { id: 'buildLpSetParameters', kind: 'builder' },
    'POST /v1/build/lpstrat/setActive': { id: 'buildLpSetActive', kind: 'builder' },
  },
  cre: {
    'POST /cre/runtime/ingest': { id: 'ingestRuntimeRecord', kind: 'machine', also: [409] },
    'GET /cre/runtime/ingest': { id: 'listRuntimeRecords', kind: 'machine', also: [409] },
    'POST /cre/runtime/decisions': { id: 'recordRuntimeDecision', kind: 'machine', also: [409] },
    'POST /cre/runtime/trigger': { id: 'triggerRuntimeWorkflow', kind: 'machine', also: [403, 409, 502, 504] },
  },
}
