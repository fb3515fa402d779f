import type { ProviderName } from '../../../../schema/providers.ts'

/** Names for people. */
const NAMES: Readonly<Record<ProviderName, string>> = {
  identityProvider: 'Users and logins',
  walletProvider: 'Wallets of creators’ agents',
  tradingApi: 'Swap routes',
  trendProvider: 'Trend profiles',
  imageGenerator: 'Image generator',
  languageModel: 'Language model',
  messagingNetwork: 'Messages of agents',
  paymentFacilitator: 'Payments (x402)',
  paymaster: 'Sponsored gas',
  rpcProxy: 'Nodes of the RPC proxy',
  ticketChain: 'Solana nodes',
  workflowGateway: 'Workflow triggers',
  socialPlatform: 'Social posts',
  reputationProvider: 'Reputation scores',
  portfolioProvider: 'Portfolios',
  explorer: 'Block explorer',
  transferNodes: 'Transfer history',
  labelProvider: 'Address labels',
  socialGraph: 'Social graph',
  ensNode: 'ENS names',
  basenameNode: 'Base names',
  immutableStorage: 'Immutable storage',
}

const isKnown = (name: string): name is ProviderName => name in NAMES

/** A provider as people call it; a newer one by its own name. */
export const providerName = (name: string): string => (isKnown(name) ? NAMES[name] : name)
