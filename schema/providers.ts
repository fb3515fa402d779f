/**
 * A service of others that the deployment may use, as GET /v1/status names it, and the variables by which it is configured:
 * `all` of them, and one of `any`. `is`: only while a variable has this value.
 */
export interface Provider {
  readonly description: string
  readonly all?: readonly string[]
  readonly any?: readonly string[]
  readonly is?: readonly [variable: string, value: string]
}

const TABLE = {
  identityProvider: {
    description: 'Who a person is: access tokens, their keys, and the users API',
    all: ['IDP_APP_ID', 'IDP_APP_SECRET'],
    any: ['IDP_VERIFICATION_KEY', 'IDP_JWKS_URL'],
  },
  walletProvider: {
    description: 'Server wallets of the agents of creators',
    all: ['CUSTODY_APP_ID', 'CUSTODY_APP_SECRET'],
  },
  tradingApi: { description: 'Routes of trades', all: ['DEX_API_URL', 'DEX_API_KEY'] },
  trendProvider: { description: 'Profiles of trend coins', all: ['TREND_API_URL', 'TREND_APP_ID'] },
  imageGenerator: {
    description: 'Images that are generated',
    all: ['IMAGE_PROVIDER_URL', 'IMAGE_PROVIDER_MODEL', 'IMAGE_PROVIDER_API_KEY'],
  },
  languageModel: { description: 'Answers of the assistant', all: ['MODEL_URL', 'MODEL_NAME', 'MODEL_API_KEY'] },
  messagingNetwork: {
    description: 'Messages of agents',
    all: ['MSGNET_GATEWAY_URL', 'MSGNET_GATEWAY_TOKEN', 'MSGNET_GATEWAY_SECRET'],
  },
  paymentFacilitator: { description: 'Payments of reviews (x402)', all: ['X402_FACILITATOR_URL'] },
  paymaster: { description: 'Sponsored gas (ERC-7677)', all: ['PAYMASTER_UPSTREAM_URL'] },
  rpcProxy: { description: 'Nodes behind POST /rpc', all: ['RPC_PROXY_URLS'] },
  ticketChain: { description: 'Nodes of the chain of lottery tickets', all: ['SVM_RPC_URLS', 'SVM_HOOK_PROGRAM'] },
  workflowGateway: {
    description: 'Triggers of workflows',
    all: ['CRE_GATEWAY_URL'],
    any: ['CRE_HTTP_TRIGGER_PRIVATE_KEY', 'CRE_TRIGGER_SIGNER_PRIVATE_KEY'],
  },
  socialPlatform: { description: 'Posts that earn free lottery entries', all: ['SOCIAL_API_TOKEN'] },
  reputationProvider: { description: 'Reputation scores', all: ['REPUTATION_API_URL'] },
  portfolioProvider: { description: 'What wallets hold and did', all: ['PORTFOLIO_KEY'] },
  explorer: { description: 'First funders and name tags of wallets', all: ['EXPLORER_KEY'] },
  transferNodes: { description: 'First funders of wallets', all: ['TRANSFERS_RPC_URLS'] },
  labelProvider: { description: 'Entity labels of wallets', all: ['LABELS_KEY'] },
  socialGraph: { description: 'Social handles of wallets', all: ['SOCIAL_GRAPH_URL'] },
  ensNode: { description: 'Names of wallets (ENS)', all: ['ENS_RPC_URL'] },
  basenameNode: { description: 'Names of wallets (basenames)', all: ['BASENAME_RPC_URL'] },
  immutableStorage: {
    description: 'Documents that are stored outside of this deployment',
    is: ['STORAGE_PROVIDER', 'immutable'],
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof TABLE

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = TABLE

const isProviderName = (name: string): name is ProviderName => Object.hasOwn(TABLE, name)

export const PROVIDER_NAMES: readonly ProviderName[] = Object.keys(TABLE).filter(isProviderName)
