import type { ErrorCode } from './errors.ts'

/**
 * What an operation answers without something that its deployment may lack: an error (503), possibly only in the case
 * that `when` describes, or these values at these paths of an otherwise normal answer.
 */
export type Without =
  | ErrorCode
  | { readonly error: ErrorCode; readonly when: string }
  | { readonly answers: Readonly<Record<string, unknown>> }

/** By the name of a role of the chain configuration, of a secret or of a text variable. */
export interface Needs {
  readonly [name: string]: Without
}

/** An operation that can be called only after another one has that one's needs too. */
export interface OperationNeeds {
  readonly needs: Needs
  readonly after?: string
}

const roles = (...names: readonly string[]): Needs =>
  Object.fromEntries(names.map((name) => [name, 'role_not_configured' as const]))
const answers = (values: Readonly<Record<string, unknown>>): Without => ({ answers: values })

/** Reads of the chain. */
const reads: Needs = { RPC_URLS: 'rpc_not_configured' }
/** Builders: calldata comes without a node, unless a byte of it depends on a read. */
const builds: Needs = { RPC_URLS: answers({ 'simulation.status': 'unavailable' }) }
const buildsByRead: Needs = { RPC_URLS: 'read_needed' }

const lendpool = { needs: { ...builds, ...roles('lendpoolFactory', 'lendpoolInfo') } }
/** Place of the check of the pool among the sections of a vault's status. */
const noPool = answers({ 'data.sections[4].checks[2].status': 'warn' })
const dex = roles('dexFactory', 'dexQuoter', 'dexRouter')
/** Who may be asked for a route. */
const byApi: Without = { error: 'dex_not_configured', when: '`source` is `api`' }
const dexApi: Needs = { DEX_API_URL: byApi, DEX_API_KEY: byApi }
const v3Pool = answers({ 'data.context.v3PoolAddress': null })
const lottery: Needs = { ...reads, ...roles('lotteryManager') }
const coverage = { needs: { ...reads, ...roles('keyToken'), lotteryManager: answers({ 'data.lotteryManager': null }) } }
const challenge: Needs = { ...roles('lotteryManager'), AMOE_NONCE_SECRET: 'amoe_not_configured' }
const marketplace = { needs: { MARKETPLACE: 'marketplace_not_configured' as const } }
const runtime: Needs = { CRE_RUNTIME_API_KEY: 'runtime_not_configured' }
const feedback = { needs: { ...reads, ...roles('identityRegistry', 'reputationRegistry') } }
const identity: Needs = {
  IDP_APP_ID: 'identity_provider_not_configured',
  IDP_APP_SECRET: 'identity_provider_not_configured',
  IDP_VERIFICATION_KEY: {
    error: 'identity_provider_not_configured',
    when: 'there is no `IDP_JWKS_URL` either',
  },
}
/** Who tells profiles of trend coins, and by which accounts at the identity provider. */
const trendProvider: Needs = {
  TREND_API_URL: 'trend_provider_not_configured',
  TREND_APP_ID: 'trend_provider_not_configured',
}
/** Whose a linked smart wallet is, its contract says. */
const smartWallets: Without = { error: 'authority_unknown', when: 'the account has a smart wallet' }
const ifGiven: Without = { error: 'identity_provider_not_configured', when: 'an access token is sent' }
const reputation: Needs = { REPUTATION_API_URL: 'reputation_not_configured', CRON_SECRET: 'cron_not_configured' }
const agents: Needs = {
  ...reads,
  ...roles('identityRegistry'),
  AUTH_NONCE_SECRET: 'siwa_not_configured',
  SIWA_RECEIPT_SECRET: 'siwa_not_configured',
}

/** Documents about the service's own agent. */
const ownAgent: Needs = { AGENT: 'agent_not_configured', ...roles('identityRegistry') }
const attestation = (report: string): Needs => ({
  validationRegistry: answers({ [`${report}.teeAttestation.enabled`]: false }),
})
const rooms: Needs = { ...reads, ROOM_TOKEN_SECRET: 'rooms_not_configured' }
/** Workspaces of vaults: who may enter is what the chain says. */
const workspace = { needs: { ...reads, ...roles('registry') } }
/** The language model behind the assistant. */
const model: Needs = {
  MODEL_URL: 'llm_not_configured',
  MODEL_NAME: 'llm_not_configured',
  MODEL_API_KEY: 'llm_not_configured',
}
const isUnavailable = (source: string): Without => answers({ [`data.graph.sources.${source}`]: 'unavailable' })
/** Providers of what is known about wallets: each is asked if it is there. */
const intelligence: Needs = {
  PORTFOLIO_KEY: isUnavailable('portfolio'),
  SOCIAL_GRAPH_URL: isUnavailable('social'),
  ENS_RPC_URL: isUnavailable('ens'),
  BASENAME_RPC_URL: isUnavailable('basename'),
  keyToken: isUnavailable('keys'),
}

const missing = (role: string): Without =>
  answers({ [`data.contracts.${role}.address`]: null, [`data.contracts.${role}.reason`]: 'not_configured' })
const keepr = { needs: { KPR_API_KEY: 'keepr_not_configured' as const }, after: 'recordRuntimeDecision' }

const handoff: Needs = {
  AUTH_NONCE_SECRET: { error: 'session_not_configured', when: 'there is no `AUTH_HANDOFF_SECRET` either' },
}
const tray: Needs = { PORTFOLIO_KEY: 'wallet_data_not_configured' }
/** Changes of an administrator: the log keeps a keyed hash of the address that they come from. */
const admin = { needs: { AUTH_NONCE_SECRET: 'session_not_configured' as const } }

/** What each operation needs besides its Worker's bindings, by operationId; docs/requirements.md is made from it. */
export const NEEDS: Readonly<Record<string, OperationNeeds>> = {
  getOpenApiSpec: { needs: {} },
  getOpenApiSpecYaml: { needs: {} },

  proxyRpc: { needs: { RPC_PROXY_URLS: 'rpc_not_configured' } },

  getTokenMetadata: { needs: reads },
  getTokenListEntry: { needs: reads },
  getTokenImage: { needs: reads },
  getTokenLogoPng: { needs: reads },
  getTokenLogoSvg: { needs: reads },
  getTokenImageByQuery: { needs: reads },
  getManagedTokenList: { needs: {} },
  updateManagedTokenList: { needs: { ...reads, TOKEN_LIST_KEY: 'tokenlist_not_configured' } },

  getVaultReport: { needs: { ...reads, dexFactory: v3Pool, usdc: v3Pool } },
  getVaultStrategies: { needs: reads },
  getProtocolStatus: {
    needs: {
      RPC_URLS: answers({ 'data.sections[0].checks[0].status': 'fail' }),
      registry: answers({ 'data.sections[2].checks[0].status': 'info' }),
    },
  },
  getVaultStatus: { needs: { ...reads, dexFactory: noPool, usdc: noPool } },
  listExploreVaults: { needs: { ...reads, ...roles('registry') } },

  getAuctionStatus: { needs: reads },
  getAuctionActivity: { needs: reads },
  listAuctionRecentBids: { needs: reads },

  getLotteryGlobal: {
    needs: {
      ...lottery,
      registry: answers({ 'data.jackpotUsd': null, 'data.laneCount': null }),
      amoeRouter: answers({ 'data.config.amoe.router': null }),
    },
  },
  getLotteryCreator: {
    needs: { ...lottery, ...roles('registry'), gaugeVoting: answers({ 'data.gaugeBoostPPM': null }) },
  },
  getLotteryLive: { needs: { ...lottery, registry: answers({ 'data.jackpot.totalUsd': null }) } },
  listLotteryRecentWinners: { needs: lottery },
  listLotteryRecentEntries: { needs: lottery },
  getLotteryKeyCoverage: coverage,
  publishLotteryKeyCoverage: coverage,
  getAmoeNonce: {
    needs: {
      ...challenge,
      creatorCoin: { error: 'role_not_configured', when: 'the query does not name a creatorCoin' },
    },
  },
  getAmoeCredits: { needs: {} },
  submitAmoeChallenge: {
    needs: { ...challenge, ...reads, ...roles('amoeRouter', 'registry'), AMOE_ATTESTOR_KEY: 'amoe_not_configured' },
    after: 'getAmoeNonce',
  },
  checkinAmoePost: { needs: { SOCIAL_API_TOKEN: 'posts_not_configured' } },
  checkinAmoeMsgnet: { needs: {} },
  ingestLotteryWebhook: {
    needs: {
      LOTTERY_INGEST_SECRET: 'ingest_not_configured',
      SVM_RPC_URLS: 'ingest_not_configured',
      SVM_HOOK_PROGRAM: 'ingest_not_configured',
    },
  },
  getMarketplaceAgentMetadata: marketplace,
  getMarketplaceLotteryTicket: marketplace,

  getGaugeEpoch: { needs: { ...reads, ...roles('gaugeVoting') } },
  listGaugeVaults: { needs: { ...reads, ...roles('gaugeVoting') } },
  getGaugeUserVotes: { needs: { ...reads, ...roles('gaugeVoting') } },
  getVetokenUser: { needs: { ...reads, ...roles('veToken'), veUtility: answers({ 'data.utility': null }) } },
  getLpStrategy: { needs: reads },

  buildAuctionSubmitBid: {
    needs: {
      ...buildsByRead,
      permit2: { error: 'role_not_configured', when: 'the currency of the auction is a token' },
    },
  },
  buildGaugeVote: { needs: { ...builds, ...roles('gaugeVoting') } },
  buildGaugeResetVotes: { needs: { ...builds, ...roles('gaugeVoting') } },
  buildLendpoolBorrow: lendpool,
  buildLendpoolRepay: lendpool,
  buildLendpoolAddCollateral: lendpool,
  buildLendpoolRemoveCollateral: lendpool,
  buildLendpoolSetMinBucketIndex: { needs: builds },
  buildLendpoolSetIdleBufferBps: { needs: builds },
  buildLpSetVault: { needs: { ...buildsByRead, ...roles('lpVaultFactory') } },
  buildLpSetSwapPool: { needs: builds },
  buildLpSetDexFactory: { needs: builds },
  buildLpSetAutoFeeTier: { needs: builds },
  buildLpSetParameters: { needs: { RPC_URLS: { error: 'read_needed', when: 'the body leaves a setting out' } } },
  buildLpSetActive: { needs: builds },
  buildLpInitializeApprovals: { needs: builds },
  buildLpRebalance: { needs: builds },
  buildLpOwnerEmergencyWithdraw: { needs: buildsByRead },
  buildLpOwnerEmergencyWithdrawFromLp: { needs: builds },
  buildLpVaultRebalance: { needs: { ...buildsByRead, ...roles('lpVaultFactory') } },
  buildLpVaultSetStrategy: { needs: { ...buildsByRead, ...roles('lpVaultFactory') } },
  buildVetokenLock: {
    needs: { ...roles('veToken'), RPC_URLS: { error: 'read_needed', when: 'the body does not name a token' } },
  },
  buildVetokenExtend: { needs: { ...builds, ...roles('veToken') } },
  buildVetokenIncrease: { needs: { ...builds, ...roles('veToken') } },
  buildVetokenUnlock: { needs: { ...builds, ...roles('veToken') } },

  submitAgentFeedback: { needs: { ...builds, ...roles('reputationRegistry') } },
  reviewAgentFeedback: {
    needs: {
      ...reads,
      ...roles('identityRegistry', 'reputationRegistry', 'usdc'),
      X402_FACILITATOR_URL: 'payments_not_configured',
    },
  },
  setAgentWallet: {
    needs: {
      ...roles('identityRegistry'),
      RPC_URLS: { error: 'read_needed', when: 'action is prepare, or the caller is not the owner' },
    },
  },
  getAgentFeedback: feedback,
  getSocialReputationGraph: feedback,
  postSocialReputationGraph: feedback,

  getAgentIdentityVerification: { needs: { ...ownAgent, ...reads, ...attestation('data') } },
  getAgentProfile: {
    needs: {
      ...ownAgent,
      ...reads,
      ...attestation('data.discoverability'),
      reputationRegistry: answers({ 'data.feedback.summary': null, 'data.feedback.endpoint': null }),
    },
  },
  listPublicAgents: { needs: { ...ownAgent, ...reads } },
  publishAgentRegistration: { needs: { ...ownAgent, ...reads } },
  getSocialAgentRegistration: { needs: ownAgent },
  storeSocialAgentRegistration: { needs: ownAgent },

  listCreatorAgents: { needs: {} },
  enableCreatorAgent: { needs: { RPC_URLS: smartWallets }, after: 'provisionCreatorWallet' },
  provisionCreatorWallet: {
    needs: {
      RPC_URLS: smartWallets,
      CUSTODY_APP_ID: 'custody_not_configured',
      CUSTODY_APP_SECRET: 'custody_not_configured',
    },
  },

  ingestRuntimeRecord: { needs: runtime },
  listRuntimeRecords: { needs: runtime },
  recordRuntimeDecision: { needs: runtime },
  triggerRuntimeWorkflow: {
    needs: {
      ...runtime,
      CRE_GATEWAY_URL: 'gateway_not_configured',
      CRE_HTTP_TRIGGER_PRIVATE_KEY: 'gateway_not_configured',
    },
  },

  describeSocialFeedbackPayload: { needs: {} },
  buildSocialFeedbackPayload: { needs: roles('identityRegistry') },
  getSocialArtifact: { needs: {}, after: 'buildSocialFeedbackPayload' },
  recordChatTelemetry: { needs: {} },
  preflightChatCommand: {
    needs: { RPC_URLS: answers({ 'data.allowed': false, 'data.guardCategory': 'runtime_unavailable' }) },
  },
  syncReputationCanonical: { needs: reputation },
  syncReputationHot: { needs: reputation },
  getAgentCapabilities: { needs: reads },
  requestAgentAccessProof: { needs: rooms },
  verifyAgentAccessProof: { needs: rooms, after: 'requestAgentAccessProof' },
  joinAgentMsgnet: { needs: rooms, after: 'verifyAgentAccessProof' },
  joinAgentChatapp: { needs: rooms, after: 'verifyAgentAccessProof' },

  createMiniappSession: {
    needs: {
      CHATAPP_BOT_TOKEN: { error: 'chatapp_not_configured', when: 'there is no `CHATAPP_BOT_ID` either' },
      CHATAPP_LINK_TOKEN_SECRET: 'chatapp_not_configured',
    },
  },
  checkLinkReady: { needs: identity, after: 'createMiniappSession' },
  completeChatappLink: { needs: identity, after: 'createMiniappSession' },
  recordLinkTelemetry: { needs: {}, after: 'createMiniappSession' },
  getMiniappStatus: { needs: {}, after: 'createMiniappSession' },
  unlinkChatapp: { needs: {}, after: 'createMiniappSession' },
  receiveChatappUpdate: {
    needs: { CHATAPP_WEBHOOK_SECRET: 'chatapp_not_configured', CHATAPP_LINK_TOKEN_SECRET: 'chatapp_not_configured' },
  },

  getAuthNonce: { needs: { AUTH_NONCE_SECRET: 'session_not_configured' } },
  verifyAuth: { needs: { AUTH_NONCE_SECRET: 'session_not_configured' }, after: 'getAuthNonce' },
  getAuthMe: { needs: {} },
  listAuthSessions: { needs: {} },
  endAuthSession: { needs: {}, after: 'listAuthSessions' },
  endAllAuthSessions: { needs: {} },
  getPortfolio: { needs: { RPC_URLS: smartWallets } },
  updatePortfolio: { needs: {} },
  exportPortfolio: { needs: {} },
  requestPortfolioDeletion: { needs: { AUTH_NONCE_SECRET: 'session_not_configured' } },
  deletePortfolio: { needs: {}, after: 'requestPortfolioDeletion' },
  logoutAuth: { needs: {}, after: 'verifyAuth' },
  linkAccount: { needs: identity, after: 'verifyAuth' },
  unlinkAccount: { needs: identity, after: 'verifyAuth' },
  bootstrapWaitlist: {
    needs: {
      IDP_APP_ID: ifGiven,
      IDP_APP_SECRET: ifGiven,
      IDP_VERIFICATION_KEY: {
        error: 'identity_provider_not_configured',
        when: 'an access token is sent, and there is no `IDP_JWKS_URL` either',
      },
    },
  },
  createAgentNonce: { needs: agents },
  verifyAgent: { needs: agents, after: 'createAgentNonce' },

  createAuthHandoff: { needs: handoff },
  redeemAuthHandoff: { needs: handoff, after: 'createAuthHandoff' },
  getWalletTokenBalance: { needs: reads },
  confirmWalletOwner: {
    needs: {
      RPC_URLS: { error: 'authority_unknown', when: 'the account has a smart wallet; else `rpc_not_configured`' },
    },
  },
  disconnectExternalWallet: { needs: {} },
  setCanonicalSvmWallet: { needs: {} },
  enqueueSvmSweep: { needs: {} },
  getTrayPortfolio: { needs: { ...tray, RPC_URLS: smartWallets } },
  getTrayActivity: { needs: { ...tray, RPC_URLS: smartWallets } },
  processAgentMessages: {
    needs: {
      CRON_SECRET: 'cron_not_configured',
      MSGNET_GATEWAY_URL: 'msgnet_not_configured',
      MSGNET_GATEWAY_TOKEN: 'msgnet_not_configured',
      MSGNET_GATEWAY_SECRET: 'msgnet_not_configured',
    },
  },
  requestCreatorAccess: { needs: {} },
  listCreatorAccessRequests: { needs: {} },
  approveCreatorAccess: admin,
  denyCreatorAccess: admin,
  revokeCreatorAccess: admin,
  listCreatorAllowlist: { needs: {} },
  allowCreator: admin,
  listWaitlistEntries: { needs: {} },
  approveWaitlistEntry: admin,
  denyWaitlistEntry: admin,
  deleteWaitlistEntry: admin,

  getWorkspaceSummary: workspace,
  readWorkspaceSummary: workspace,
  getWorkspaceMonitoring: workspace,
  readWorkspaceMonitoring: workspace,
  getWorkspaceActivity: workspace,
  readWorkspaceActivity: workspace,
  getWorkspaceStrategies: workspace,
  changeWorkspaceStrategies: workspace,
  getWorkspaceRooms: workspace,
  changeWorkspaceRooms: workspace,
  getWorkspaceTasks: workspace,
  changeWorkspaceTasks: workspace,
  getWorkspaceSettings: workspace,
  changeWorkspaceSettings: workspace,
  getWorkspaceActions: workspace,
  runWorkspaceAction: workspace,

  getWalletIntelligence: { needs: intelligence },
  postWalletIntelligence: { needs: intelligence },

  streamAgent: { needs: model },

  createImageProject: { needs: {} },
  listImageProjects: { needs: {} },
  getImageProject: { needs: {} },
  deleteImageProject: { needs: {} },
  uploadImageAsset: { needs: {} },
  generateImage: {
    needs: {
      IMAGE_PROVIDER_URL: 'image_provider_not_configured',
      IMAGE_PROVIDER_MODEL: 'image_provider_not_configured',
      IMAGE_PROVIDER_API_KEY: 'image_provider_not_configured',
    },
  },
  getImageJobStatus: { needs: {}, after: 'generateImage' },
  getImageFile: { needs: {} },
  getExternalImage: { needs: {} },
  updateKeeprActionStatus: keepr,
  listPendingKeeprActions: keepr,
  getDeployConfig: {
    needs: Object.fromEntries(
      ['deploymentBatcher', 'registry', 'usdc', 'dexFactory', 'lpVaultFactory', 'lendpoolFactory'].map((role) => [
        role,
        missing(role),
      ]),
    ),
  },
  checkSmartWalletOwner: { needs: reads },
  listSmartWalletOwners: { needs: reads },
  dryRunDeploy: { needs: reads },
  createDeploySession: { needs: {} },
  continueDeploySession: { needs: {}, after: 'createDeploySession' },
  getDeploySessionStatus: {
    needs: { RPC_URLS: { error: 'rpc_not_configured', when: 'a transaction has no outcome yet' } },
    after: 'createDeploySession',
  },
  cancelDeploySession: { needs: {}, after: 'createDeploySession' },
  getTrendCoin: { needs: {} },
  listTrendCoins: { needs: {} },
  getTrendCoinMetrics: { needs: {} },
  getTrendProfile: { needs: {} },
  listTrendOps: { needs: {} },
  reserveTrendCoin: { needs: { ...reads, ...roles('trendFactory') } },
  processTrendSentinel: {
    needs: {
      ...reads,
      TREND_SENTINEL_SECRET: 'sentinel_not_configured',
      ...roles('trendFactory'),
      dexFactory: { error: 'role_not_configured', when: 'a ticker was reserved with a `creatorToken`' },
    },
  },
  createSwEntryChallenge: { needs: { AUTH_NONCE_SECRET: 'session_not_configured' } },
  submitSwEntry: { needs: {}, after: 'createSwEntryChallenge' },
  syncTrendMetrics: { needs: { ...reads, CRON_SECRET: 'cron_not_configured' } },
  resolveTrendProfile: { needs: { ...identity, ...trendProvider }, after: 'verifyAuth' },
  refreshTrendProfile: { needs: { ...identity, ...trendProvider }, after: 'verifyAuth' },
  quoteTrendTrade: { needs: { ...reads, ...roles('dexFactory', 'dexQuoter', 'dexRouter') } },
  callPaymaster: {
    needs: {
      RPC_URLS: answers({ 'error.code': -32_000 }),
      PAYMASTER_UPSTREAM_URL: 'paymaster_not_configured',
      identityRegistry: answers({ 'error.code': -32_002 }),
      reputationRegistry: answers({ 'error.code': -32_002 }),
      deploymentBatcher: answers({ 'error.code': -32_002 }),
    },
  },
  quoteDex: { needs: { ...reads, ...dex, ...dexApi } },
  checkDexApproval: { needs: { ...reads, ...roles('dexRouter') } },
  buildDexSwap: {
    needs: {
      ...dex,
      ...dexApi,
      RPC_URLS: { error: 'read_needed', when: 'the body lacks `path` or `limitAmount`' },
    },
  },
  queryDex: { needs: { ...reads, ...roles('dexFactory', 'dexRouter') } },
  getDexPoolHistory: { needs: { ...reads, ...roles('dexFactory') } },
}
