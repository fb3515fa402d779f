import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { BINDINGS, WORKER_NAMES, type WorkerName } from '../../platform/workers.ts'
import { seeded } from '../support/seeded.ts'
import { API, send, startWithoutEdge } from './startProduction.ts'
import { useNet } from '../support/useNet.ts'

const OF_FAMILY = Object.entries(OPERATIONS).flatMap(([family, own]) =>
  Object.values(own).map((operation: Operation) => ({ worker: workerOf(family), operation })),
)
function workerOf(family: string): WorkerName {
  const worker = WORKER_NAMES.find((name) => name === family)
  if (!worker) throw new Error(`no Worker ${family}`)
  return worker
}

/** Answers of operations that need no secret, or one of their own; the others answer by their credential, or for want of a node. */
const OUTCOMES: Readonly<Record<string, string>> = {
  describeSocialFeedbackPayload: 'answers',
  getSocialArtifact: 'artifact_not_found',
  getStatus: 'answers',
  getChanges: 'answers',
  getOpenApiSpec: 'answers',
  getOpenApiSpecYaml: 'answers',
  logoutAuth: 'answers',
  listCreatorAgents: 'answers',
  getAmoeCredits: 'answers',
  getWalletIntelligence: 'answers',
  checkinAmoeMsgnet: 'msgnet_checkin_auto_only',
  getAuthNonce: 'session_not_configured',
  verifyAuth: 'session_not_configured',
  createAgentNonce: 'siwa_not_configured',
  redeemAuthHandoff: 'session_not_configured',
  verifyAgent: 'siwa_not_configured',
  getAmoeNonce: 'amoe_not_configured',
  getMarketplaceAgentMetadata: 'marketplace_not_configured',
  getMarketplaceLotteryTicket: 'marketplace_not_configured',
  bootstrapWaitlist: 'answers',
  createMiniappSession: 'chatapp_not_configured',
  recordLinkTelemetry: 'forbidden_origin',
  getAgentIdentityVerification: 'agent_not_configured',
  listPublicAgents: 'agent_not_configured',
  getSocialAgentRegistration: 'agent_not_configured',
  getAgentProfile: 'agent_not_configured',
  recordChatTelemetry: 'answers',
  batchReads: 'answers',
  preflightChatCommand: 'answers',
  getPortfolio: 'account_not_found',
  getImageFile: 'invalid_request',
  getExternalImage: 'image_url_refused',
  getManagedTokenList: 'token_list_empty',
  getProtocolStatus: 'answers',
  getVaultHistory: 'log_index_unavailable',
  getTrendCoin: 'trend_coin_not_found',
  listTrendCoins: 'answers',
  getTrendCoinMetrics: 'trend_coin_not_found',
  getTrendProfile: 'trend_profile_not_found',
  createSwEntryChallenge: 'session_not_configured',
  submitSwEntry: 'session_not_configured',
}
const BY_CREDENTIAL: Readonly<Record<string, string>> = {
  build: 'siwa_not_configured',
  write: 'siwa_not_configured',
  session: 'unauthenticated',
  cron: 'cron_not_configured',
  ingest: 'ingest_not_configured',
  sentinel: 'sentinel_not_configured',
  admin: 'unauthenticated',
  runtime: 'runtime_not_configured',
  identity: 'identity_provider_not_configured',
  sessionAndIdentity: 'identity_provider_not_configured',
  miniapp: 'chatapp_not_configured',
  chatapp: 'chatapp_not_configured',
  tokenlist: 'tokenlist_not_configured',
  keepr: 'keepr_not_configured',
}
const outcomeOf = ({ operationId, 'x-auth': auth }: Operation): string =>
  OUTCOMES[operationId] ?? (auth === undefined ? 'rpc_not_configured' : (BY_CREDENTIAL[auth] ?? ''))

/** Secrets that a Worker counts as there from 32 characters on. */
const COUNTED = Object.values(BINDINGS)
  .flatMap(({ secrets }) => secrets)
  .filter(
    (name) =>
      name.endsWith('_SECRET') || name.endsWith('_API_KEY') || name === 'TOKEN_LIST_KEY' || name.startsWith('KPR_'),
  )

describe.each([
  ['absent', {}],
  ['a character too short', Object.fromEntries(COUNTED.map((name) => [name, 'x'.repeat(31)]))],
])('secrets that are %s', (_, secrets) => {
  const workers = useNet(() => startWithoutEdge(secrets), 240_000)

  test('closes just the routes that need them, each by its name, and breaks none', async () => {
    const found: Record<string, string> = {}
    for (const { worker, operation } of OF_FAMILY) {
      const { operationId, path: pattern, method, 'x-auth': auth } = operation
      const url = new URL(API + pattern.replace('{sha256}', '0'.repeat(64)).replace(/\{\w+\}/g, account.address))
      url.search = String(new URLSearchParams(QUERIES[operationId] ?? {}))
      const body = method === 'get' ? {} : { body: BODIES[operationId] ?? {}, method: method.toUpperCase() }
      const answer = await send(workers, worker, url.href, { headers: HEADERS[auth ?? ''] ?? {}, ...body })
      const code = answer.status === 200 ? 'answers' : (answer.headers.get('x-error-code') ?? String(answer.status))
      // A read reports a role that the network lacks first.
      found[operationId] = code === 'role_not_configured' ? 'rpc_not_configured' : code
    }
    expect(found).toEqual(
      Object.fromEntries(OF_FAMILY.map(({ operation }) => [operation.operationId, outcomeOf(operation)])),
    )
  })
})

const account = seeded('absent secrets').account()
const RECEIPT = { 'x-siwa-receipt': 'e30.AA' }
const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  build: RECEIPT,
  write: RECEIPT,
  ingest: { authorization: `Bearer ${'x'.repeat(31)}` },
  sentinel: { authorization: `Bearer ${'x'.repeat(31)}` },
  runtime: { authorization: `Bearer ${'x'.repeat(31)}` },
  identity: { authorization: 'Bearer e30.e30.AA' },
  sessionAndIdentity: { 'x-idp-token': 'e30.e30.AA' },
  miniapp: { authorization: `Bearer 1.${'0'.repeat(64)}` },
  keepr: { authorization: `Bearer ${'x'.repeat(31)}`, 'x-keepr-zone-key': 'x'.repeat(31) },
  chatapp: { 'x-telegram-bot-api-secret-token': 'x'.repeat(31) },
}
const ID = '3f0f4f0e-6f5d-4c8e-9d3a-2b8f0a6f7c11'
const SIGNED = { message: 'x', signature: '0x12' }
const BODIES: Readonly<Record<string, unknown>> = {
  queryDex: { operation: 'GetToken', token: account.address },
  verifyAuth: SIGNED,
  verifyAgent: SIGNED,
  createAgentNonce: { agentId: 0 },
  redeemAuthHandoff: { code: '0'.repeat(64) },
  createMiniappSession: { initData: 'auth_date=1&hash=00' },
  recordLinkTelemetry: { event: 'chatapp_link_flow_started' },
  recordChatTelemetry: { event: 'command_center:opened' },
  batchReads: { reads: ['/v1/status'] },
  preflightChatCommand: { command: '/keepr tend' },
  linkAccount: { provider: 'email' },
  unlinkAccount: { provider: 'email' },
  createSwEntryChallenge: { swAddress: account.address, chatappUsername: 'aurora_fan' },
  submitSwEntry: {
    swAddress: account.address,
    chatappUsername: 'aurora_fan',
    challengeNonce: '0'.repeat(64),
    signature: '0x12',
  },
  quoteTrendTrade: { tokenIn: account.address, tokenOut: '0x0000000000000000000000000000000000000000', amountIn: '1' },
}
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  getBuildStatus: { transaction: `0x${'11'.repeat(32)}` },
  resolveName: { q: 'AURORA' },
  getDexPoolHistory: { pool: account.address },
  getTrendCoin: { ticker: 'NONE' },
  getTrendCoinMetrics: { address: account.address },
  getTrendProfile: { handle: 'nobody' },
  getAgentProfile: { agentId: '0' },
  getPortfolio: { address: account.address },
  getAgentFeedback: { agentId: '0' },
  getSocialReputationGraph: { agentId: '0' },
  getAmoeNonce: { wallet: account.address },
  getAmoeCredits: { wallet: account.address },
  getAgentCapabilities: { wallet: account.address },
  getWalletIntelligence: { address: account.address },
  getLotteryKeyCoverage: { buyer: account.address },
  getTokenImageByQuery: { address: account.address },
  getExternalImage: { url: 'https://127.0.0.1/a.png' },
  getImageProject: { projectId: ID },
  getImageJobStatus: { jobId: ID },
  getVaultStatus: { vault: account.address },
}
