/** Services of others that a deployment may use, as GET /v1/status names them. Variables say by which each is configured. */
export const PROVIDER_NAMES = [
  'identityProvider',
  'walletProvider',
  'tradingApi',
  'trendProvider',
  'imageGenerator',
  'languageModel',
  'messagingNetwork',
  'paymentFacilitator',
  'paymaster',
  'rpcProxy',
  'ticketChain',
  'workflowGateway',
  'socialPlatform',
  'reputationProvider',
  'portfolioProvider',
  'explorer',
  'transferNodes',
  'labelProvider',
  'socialGraph',
  'ensNode',
  'basenameNode',
  'immutableStorage',
] as const

export type ProviderName = (typeof PROVIDER_NAMES)[number]
