import { encodeEventTopics, encodeFunctionData, parseAbi, zeroHash } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { accounts } from '../../schema/account/accounts.ts'
import { coinTrendWrites, SwEntryChallenge } from '../../schema/market/coinTrendWrites.ts'
import { localTicker } from '../../localnet/world/trend.ts'
import { amoe } from '../../schema/lottery/amoe.ts'
import { AmoeChallenge } from '../../schema/lottery/amoeAnswers.ts'
import { chatapp } from '../../schema/chatapp/index.ts'
import { envelope } from '../../schema/common.ts'
import { cre } from '../../schema/cre/index.ts'
import { deploy } from '../../schema/workspace/deploy.ts'
import { feedbackPayload } from '../../schema/social/feedbackPayload.ts'
import { creatorAccess } from '../../schema/account/creatorAccess.ts'
import { creatorAccessAdmin } from '../../schema/account/creatorAccessAdmin.ts'
import { WaitlistEntries } from '../../schema/account/adminAnswers.ts'
import { waitlistAdmin } from '../../schema/account/waitlistAdmin.ts'
import { creators } from '../../schema/agents/creators.ts'
import { handoff, HandoffCode } from '../../schema/account/handoff.ts'
import { wallet } from '../../schema/account/wallet.ts'
import { LOCAL_CONVERSATION } from '../../localnet/seedConversation.ts'
import { AccessProofRequest, VerifiedAccess } from '../../schema/agents/roomAnswers.ts'
import { managedTokenList } from '../../schema/token/managedTokenList.ts'
import { portfolio } from '../../schema/account/portfolio.ts'
import { DeletionChallenge } from '../../schema/account/portfolioAnswers.ts'
import { rooms } from '../../schema/agents/rooms.ts'
import { AuthSessions, sessions } from '../../schema/account/sessions.ts'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { localServerWallet } from '../../localnet/custody/localServerWallet.ts'
import { bearer, writeAgentMessage, writeMessage } from '../account/support.ts'
import { feedbackReview } from '../../schema/agents/feedbackReview.ts'
import { offerOf, sign } from '../agents/review/payer.ts'
import { ENTRY_POINT, executeData, operation06 } from '../rpc/paymaster/startPaymasterNet.ts'
import { voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import { ask } from '../support/ask.ts'
import { seeded } from '../support/seeded.ts'
import { imageExamples } from './imageExamples.ts'
import { WorkspaceActionResult } from '../../schema/workspace/actionResult.ts'
import type { WorkspaceAction } from '../../schema/workspace/actions.ts'
import { WorkspaceTasks } from '../../schema/workspace/answers.ts'
import { workspaceVaults } from '../../schema/workspace/operations.ts'
import { vaultHistory } from '../../schema/vault/history.ts'
import { ROLES } from '../../shared/chain/config.ts'
import { type Call, type Live, openSession, operations } from './live.ts'

const WEEK = 604_800
const registryAbi = parseAbi(['function register(string agentURI)'])

type Example = (live: Live) => Call | Promise<Call>

const shareToken: Example = ({ world }) => ({ params: { address: world.contracts.shareToken } })
const vault: Example = ({ world }) => ({ params: { address: world.contracts.vault } })
/**
 * Until the log index lists the vaults; not for long, since a deployment may lack what that needs. It asks for another number of
 * days than the example, which is then the first of its URL.
 */
const listedVault: Example = async (live) => {
  for (let looks = 0; looks < 20; looks++) {
    const answer = await live.send(vaultHistory.getVaultHistory, { ...(await vault(live)), query: { days: '1' } })
    await answer.arrayBuffer()
    if (answer.headers.get('x-error-code') !== 'log_index_unavailable') break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return vault(live)
}
const ofCreator: Example = ({ world }) => ({ query: { creatorCoin: world.contracts.creatorCoin, limit: '2' } })
const launchArm: Example = ({ world }) => ({ params: { address: world.contracts.launchArm } })
const signedIn =
  (body?: unknown): Example =>
  async (live) => ({ headers: await live.session(), ...(body === undefined ? {} : { body }) })
const asRuntime =
  (body?: unknown, query: Call['query'] = {}): Example =>
  ({ secrets }) => ({
    headers: { authorization: `Bearer ${secrets['CRE_RUNTIME_API_KEY']}` },
    query,
    ...(body === undefined ? {} : { body }),
  })

/** A trade of dollars for the creator coin. */
const onDex =
  (trade: object): Example =>
  async (live) => {
    const { usdc: tokenIn, creatorCoin: tokenOut } = live.world.contracts
    return { headers: await live.session(), body: { tokenIn, tokenOut, ...trade } }
  }

/** In a new session, as a new user of the identity provider. */
const asMember = async (live: Live) => ({
  headers: { ...(await live.session()), ...(await live.idpToken()) },
})

const asScheduler: Example = ({ secrets }) => ({ headers: bearer(secrets['CRON_SECRET'] ?? '') })

/** As an administrator. */
const asAdmin =
  (make: Example): Example =>
  async (live) => ({ ...(await make(live)), headers: await live.session(live.admin()) })

/** As a chat user who is linked. */
const asMiniapp: Example = async (live) => {
  const { headers, sessionToken } = await live.chatPerson()
  const completed = await live.send(chatapp.completeChatappLink, { headers, body: { sessionToken } })
  await completed.arrayBuffer()
  return { headers: bearer(sessionToken) }
}

/** As a user with an account here and one of the trend provider. */
const asTrendUser: Example = async (live) => {
  const token = await live.trendToken()
  // Nobody’s account yet: one account has one user of the identity provider.
  const headers = { ...(await live.session(newAccount())), ...token }
  const linked = await live.send(accounts.linkAccount, { headers, body: { provider: 'email' } })
  await linked.arrayBuffer()
  return { headers: token }
}

const onStrategy =
  (body: (contracts: Live['world']['contracts']) => object): Example =>
  async (live) => ({
    headers: await live.session(),
    body: { strategy: live.world.contracts.lpStrategyFirst, ...body(live.world.contracts) },
  })

const onLendpool =
  (body: object): Example =>
  async (live) => ({
    headers: await live.session(),
    body: { pool: live.world.contracts.lendpool, borrower: accountOf(live, 'borrower').address, ...body },
  })

/** With a time of its own it is the same file, whoever builds it for this client. */
const FEEDBACK = {
  agentId: 0,
  value: '9977',
  valueDecimals: 2,
  tag1: 'uptime',
  clientAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  createdAt: '2026-11-20T10:00:00Z',
}
/** Somebody of whom the providers of a localnet know something: the first account of every development node. */
const DEVELOPER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** One of the two SVM wallets of `bidder`. */
const SVM_CANONICAL = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR4'
const tray: Example = async (live) => {
  const owner = accountOf(live, 'owner')
  return { headers: await live.session(owner), query: { ids: owner.address } }
}

/** The local share token, put on the managed list. */
const onTokenList = ({ secrets, world }: Live): Call => ({
  headers: bearer(secrets['TOKEN_LIST_KEY'] ?? ''),
  body: { shareToken: world.contracts.shareToken },
})
/** As an administrator of the deployment, who reads every workspace. */
const readWorkspace: Example = async (live) => ({
  headers: await live.session(live.admin()),
  query: { vault: live.world.contracts.vault },
})
const readWorkspaceByBody: Example = async (live) => ({
  headers: await live.session(live.admin()),
  body: { vault: live.world.contracts.vault },
})
/** As an admin of the vault. */
const changeWorkspace =
  (action: WorkspaceAction, payload: (live: Live) => object | Promise<object>): Example =>
  async (live) => ({
    headers: await live.session(await workspaceAdmin(live)),
    body: {
      vault: live.world.contracts.vault,
      action,
      ...(action === 'rooms.msgnet.publish' ? { idempotencyKey: 'settled-2026-11-20' } : {}),
      payload: await payload(live),
    },
  })

/** The transaction of the oldest lock in the vote escrow. */
async function firstLock({ rpcUrl, world }: Live): Promise<string> {
  const [topic] = encodeEventTopics({ abi: voteEscrowAbi, eventName: 'Locked' })
  const filter = { address: world.contracts.veToken, topics: [topic], fromBlock: 'earliest', toBlock: 'latest' }
  const logs = z.array(z.object({ transactionHash: z.string() })).parse(await ask(rpcUrl, 'eth_getLogs', filter))
  return logs[0]?.transactionHash ?? zeroHash
}

/** A call that answers 200 on the local world of each operation for which the contract alone does not make one. */
const EXAMPLE_CALLS: Readonly<Record<string, Example>> = {
  getTokenMetadata: shareToken,
  getTokenListEntry: shareToken,
  getTokenImage: shareToken,
  getTokenLogoPng: shareToken,
  getTokenLogoSvg: shareToken,
  getTokenImageByQuery: ({ world }) => ({ query: { address: world.contracts.shareToken } }),
  getManagedTokenList: async (live) => {
    const listed = await live.send(managedTokenList.updateManagedTokenList, onTokenList(live))
    await listed.arrayBuffer()
    return {}
  },
  updateManagedTokenList: onTokenList,
  getVaultReport: vault,
  getVaultStrategies: vault,
  getVaultHistory: listedVault,
  listExploreVaults: () => ({ query: { sort: 'new', limit: '1' } }),
  getAuctionStatus: launchArm,
  getAuctionActivity: launchArm,
  listAuctionRecentBids: ({ world }) => ({ params: { address: world.contracts.auctionErc20 } }),
  getGaugeUserVotes: (live) => ({ params: { address: accountOf(live, 'voter').address } }),
  listLotteryRecentWinners: ofCreator,
  listLotteryRecentEntries: ofCreator,
  getLotteryKeyCoverage: (live) => ({ query: { buyer: accountOf(live, 'voter').address } }),
  getAmoeNonce: (live) => ({ query: { wallet: accountOf(live, 'voter').address } }),
  getAmoeCredits: (live) => ({ query: { wallet: accountOf(live, 'voter').address } }),
  submitAmoeChallenge: async (live) => {
    const account = accountOf(live, 'voter')
    const asked = await live.send(amoe.getAmoeNonce, { query: { wallet: account.address } })
    const { message } = envelope(AmoeChallenge).parse(await asked.json()).data
    return {
      headers: await live.session(account),
      body: { message, signature: await account.signMessage({ message }) },
    }
  },
  checkinAmoePost: async (live) => {
    const text = `An alternative method of entry, no purchase necessary: ${live.host}`
    const made = await fetch(`${live.services['social']}/2/tweets`, {
      method: 'POST',
      headers: { authorization: 'Bearer user-10000002' },
      body: JSON.stringify({ text }),
    })
    const { id: postId } = z.object({ data: z.object({ id: z.string() }) }).parse(await made.json()).data
    return { headers: await live.session(accountOf(live, 'voter')), body: { postId } }
  },
  checkinAmoeMsgnet: () => ({}),
  publishLotteryKeyCoverage: signedIn({}),
  ingestLotteryWebhook: ({ secrets }) => ({
    headers: { authorization: `Bearer ${secrets['LOTTERY_INGEST_SECRET']}` },
    body: [],
  }),
  proxyRpc: async (live) => ({
    headers: await live.session(),
    query: { chain: String(live.world.chainId) },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: live.world.contracts.shareToken, data: '0x06fdde03' }, 'latest'],
    },
  }),
  quoteDex: onDex({ amount: '1000000' }),
  buildDexSwap: onDex({ amount: '1000000', slippageBps: 50 }),
  checkDexApproval: async (live) => ({
    headers: await live.session(),
    body: { token: live.world.contracts.usdc, amount: '1000000' },
  }),
  queryDex: ({ world }) => ({ body: { operation: 'GetPoolsByToken', token: world.contracts.weth, first: 2 } }),
  getDexPoolHistory: ({ world }) => ({ query: { pool: world.contracts.v3Pool, interval: '3600', points: '2' } }),
  getVetokenUser: (live) => ({ params: { address: accountOf(live, 'voter').address } }),
  getLpStrategy: ({ world }) => ({ params: { address: world.contracts.lpStrategy } }),
  buildAuctionExitBid: async (live) => ({
    headers: await live.session(),
    body: { auction: live.world.contracts.auctionGraduated, bidId: '2' },
  }),
  buildAuctionClaimTokens: async (live) => ({
    headers: await live.session(),
    body: { auction: live.world.contracts.auctionGraduated, bidIds: ['1'] },
  }),
  buildAuctionSubmitBid: async (live) => ({
    headers: await live.session(),
    body: {
      auction: live.world.contracts.launchArm,
      maxPriceQ96: String(2n ** 96n / 1000n),
      amountWei: '1000000000000000000',
      owner: accountOf(live, 'bidder').address,
    },
  }),
  buildGaugeVote: async (live) => ({
    headers: await live.session(),
    body: { vaults: [live.world.contracts.vault, live.world.contracts.vault2], weights: ['3', '1'] },
  }),
  buildGaugeResetVotes: signedIn(),
  buildLendpoolBorrow: onLendpool({ amountToBorrow: '1000000000000000000', limitIndex: '3400' }),
  buildLendpoolRepay: onLendpool({ maxQuoteTokenAmountToRepay: 'max', limitIndex: '3400' }),
  buildLendpoolAddCollateral: onLendpool({ collateralToPledge: '1000000000000000000' }),
  buildLendpoolRemoveCollateral: onLendpool({ collateralAmountToPull: '1000000000000000000', limitIndex: '3400' }),
  buildLendpoolSetMinBucketIndex: async (live) => ({
    headers: await live.session(),
    body: { auth: live.world.contracts.lendpoolAuth, minBucketIndex: '3300' },
  }),
  buildLendpoolSetIdleBufferBps: async (live) => ({
    headers: await live.session(),
    body: { strategy: live.world.contracts.lendpoolStrategy, idleBufferBps: '1000' },
  }),
  buildLpSetVault: onStrategy(({ lpVault }) => ({ lpVault })),
  buildLpSetSwapPool: onStrategy(({ v3Pool }) => ({ swapPool: v3Pool })),
  buildLpSetDexFactory: onStrategy(({ dexFactory }) => ({ dexFactory })),
  buildLpSetAutoFeeTier: onStrategy(() => ({ autoFeeTier: true })),
  buildLpSetParameters: onStrategy(() => ({ swapSlippageBps: 200 })),
  buildLpSetActive: onStrategy(() => ({ active: false })),
  buildLpInitializeApprovals: onStrategy(({ lpStrategy }) => ({ strategy: lpStrategy })),
  buildLpRebalance: onStrategy(() => ({})),
  buildLpOwnerEmergencyWithdraw: onStrategy(({ usdc, vault }) => ({ token: usdc, to: vault, amount: '1000000' })),
  buildLpOwnerEmergencyWithdrawFromLp: onStrategy(() => ({})),
  buildLpVaultRebalance: async (live) => ({
    headers: await live.session(),
    body: { vault: live.world.contracts.lpVault },
  }),
  buildLpVaultSetStrategy: async (live) => ({
    headers: await live.session(),
    body: { vault: live.world.contracts.lpVault, strategy: live.world.contracts.lpStrategy },
  }),
  buildVetokenLock: signedIn({ amount: '1000000000000000000', durationSec: '31536000' }),
  buildVetokenExtend: async (live) => {
    const latest = z
      .object({ timestamp: z.string() })
      .parse(await ask(live.rpcUrl, 'eth_getBlockByNumber', 'latest', false))
    const week = Math.floor(Number(latest.timestamp) / WEEK) * WEEK
    // Three and a half years ahead, and a part of a week, which is rounded down.
    return signedIn({ newEnd: String(week + 109_792_000) })(live)
  },
  buildVetokenIncrease: signedIn({ amount: '1000000000000000000' }),
  buildVetokenUnlock: signedIn(),
  getBuildStatus: async (live) => ({ query: { transaction: await firstLock(live) } }),
  submitAgentFeedback: async (live) => ({
    headers: await live.session(),
    body: { action: 'give', agentId: '0', value: '975', valueDecimals: 1, tag1: 'starred' },
  }),
  reviewAgentFeedback: async (live) => {
    // Its budget is its own: what is asked for is found out by somebody else.
    const body = { agentId: 1 }
    const asked = await live.send(feedbackReview.reviewAgentFeedback, { headers: await live.session(), body })
    await asked.arrayBuffer()
    // Where nothing can be paid for, the request itself is told so.
    if (asked.status !== 402) return { headers: await live.session(), body }
    const payment = await sign({ requirements: offerOf(asked.headers).first })
    return { headers: { ...(await live.session()), 'payment-signature': payment }, body }
  },
  setAgentWallet: async (live) => ({
    headers: await live.session(accountOf(live, 'agent')),
    body: {
      agentId: '0',
      newWallet: accountOf(live, 'voter').address,
      ownerAddress: accountOf(live, 'agent').address,
    },
  }),
  listCreatorAgents: () => ({ query: { limit: '2' } }),
  provisionCreatorWallet: async (live) => ({ headers: await live.session(accountOf(live, 'owner')), body: {} }),
  enableCreatorAgent: async (live) => {
    const headers = await live.session(accountOf(live, 'owner'))
    const provisioned = await live.send(creators.provisionCreatorWallet, { headers, body: {} })
    await provisioned.arrayBuffer()
    const smartWalletAddress = live.world.contracts.wallet
    const { id } = localServerWallet(`creator-agent-${smartWalletAddress.toLowerCase()}`)
    return { headers, body: { agentType: 'smart-wallet', smartWalletAddress, serverWalletId: id } }
  },
  getWalletIntelligence: () => ({ query: { address: DEVELOPER, chains: '8453' } }),
  postWalletIntelligence: signedIn({ address: DEVELOPER, chainIds: [8453], hops: 2 }),
  verifyAuth: async (live) => {
    const account = accountOf(live, 'stranger')
    const message = await writeMessage(live.api, account.address)
    return { body: { message, signature: await account.signMessage({ message }) } }
  },
  getAuthMe: signedIn(),
  getPortfolio: async (live) => ({ headers: await live.session(accountOf(live, 'owner')) }),
  updatePortfolio: async (live) => ({
    headers: await live.session(accountOf(live, 'bidder')),
    body: { displayName: 'Ada', website: 'https://example.com' },
  }),
  exportPortfolio: async (live) => ({ headers: await live.session(accountOf(live, 'voter')) }),
  requestPortfolioDeletion: signedIn(),
  // It ends its session too: of an account of its own.
  deletePortfolio: async (live) => {
    const headers = await live.session(newAccount())
    const asked = await live.send(portfolio.requestPortfolioDeletion, { headers })
    // Where no session is opened, its form is enough.
    if (asked.status === 401) return { body: { confirmation: '0'.repeat(64) } }
    const { confirmation } = envelope(DeletionChallenge).parse(await asked.json()).data
    return { headers, body: { confirmation } }
  },
  // Ends its own session, and not one that other examples use at the same time.
  logoutAuth: async (live) => ({ headers: await live.session(accountOf(live, 'stranger')) }),
  listAuthSessions: signedIn(),
  // So do these, each with those of an account of its own.
  endAuthSession: async (live) => {
    const account = newAccount()
    const [headers] = [await live.session(account), await live.session(account)]
    const listed = await live.send(sessions.listAuthSessions, { headers })
    // Where no session is opened, its form is enough.
    if (listed.status === 401) return { params: { id: `${'5f'.repeat(16)}a0` } }
    const found = envelope(AuthSessions).parse(await listed.json()).data.sessions
    return { headers, params: { id: found.find(({ isCurrent }) => !isCurrent)?.id ?? '' } }
  },
  endAllAuthSessions: async (live) => ({ headers: await live.session(newAccount()) }),
  createAgentNonce: () => ({ body: { agentId: 0 } }),
  ingestRuntimeRecord: asRuntime({
    workflow: 'runtime-indexer-block',
    kind: 'block',
    idempotencyKey: 'block-1',
    payload: { blockNumber: 1 },
  }),
  listRuntimeRecords: asRuntime(undefined, { kind: 'block', limit: '1' }),
  recordRuntimeDecision: asRuntime({
    workflow: 'runtime-orchestrator',
    idempotencyKey: 'slot-1',
    decision: { shouldAct: false },
  }),
  triggerRuntimeWorkflow: asRuntime({ workflowId: 'ab'.repeat(32), requestId: 'req-1', input: {} }),
  getAgentFeedback: () => ({ query: { agentId: '0', tag1: 'starred' } }),
  getSocialReputationGraph: () => ({ query: { agentId: '0', tag1: 'starred' } }),
  postSocialReputationGraph: signedIn({ agentId: 0, tag1: 'starred', store: false }),
  getAgentProfile: () => ({ query: { agentId: '0' } }),
  publishAgentRegistration: async (live) => ({ headers: await live.session(accountOf(live, 'agent')), body: {} }),
  storeSocialAgentRegistration: signedIn({}),
  buildSocialFeedbackPayload: signedIn(FEEDBACK),
  getSocialArtifact: async (live) => {
    const call = { headers: await live.session(), body: FEEDBACK }
    const built = await live.send(feedbackPayload.buildSocialFeedbackPayload, call)
    // Where no session is opened, its form is enough.
    if (built.status === 401) return { params: { sha256: '0'.repeat(64) } }
    const { storageKey } = z.object({ data: z.object({ storageKey: z.string() }) }).parse(await built.json()).data
    return { params: { sha256: storageKey } }
  },
  recordChatTelemetry: () => ({
    body: { event: 'command_center:opened', conversationId: LOCAL_CONVERSATION, source: 'command-center' },
  }),
  preflightChatCommand: async (live) => {
    const owner = accountOf(live, 'owner')
    const body = { command: '/keepr tend', conversationId: LOCAL_CONVERSATION, senderWallet: owner.address }
    return { headers: await live.session(owner), body }
  },
  syncReputationCanonical: asScheduler,
  syncReputationHot: asScheduler,
  processAgentMessages: asScheduler,
  getAgentCapabilities: (live) => ({
    query: { wallet: accountOf(live, 'agent').address, shareToken: live.world.contracts.shareToken },
  }),
  requestAgentAccessProof: async (live) => {
    const account = accountOf(live, 'voter')
    return { headers: await live.session(account), body: entryOf(live, account.address) }
  },
  verifyAgentAccessProof: async (live) => {
    const account = newAccount()
    return { headers: await live.session(account), body: await signedProof(live, account) }
  },
  joinAgentMsgnet: async (live) => {
    const account = newAccount()
    return { headers: await live.session(account), body: { accessToken: await tokenFor(live, account) } }
  },
  joinAgentChatapp: async (live) => ({
    headers: await live.session(accountOf(live, 'agent')),
    body: { accessToken: await chatappToken(live) },
  }),
  linkAccount: async (live) => ({ ...(await asMember(live)), body: { provider: 'email' } }),
  unlinkAccount: async (live) => {
    const { headers } = await asMember(live)
    await (await live.send(accounts.linkAccount, { headers, body: { provider: 'external_eoa' } })).arrayBuffer()
    return { headers, body: { provider: 'google' } }
  },
  bootstrapWaitlist: async (live) => ({ headers: await live.idpToken(), body: { referralCode: 'K7MXQ2ZAB9' } }),
  createMiniappSession: ({ launchData }) => ({ body: { initData: launchData() } }),
  checkLinkReady: async (live) => {
    const { headers, email, sessionToken } = await live.chatPerson()
    return { headers, body: { email, sessionToken } }
  },
  completeChatappLink: async (live) => {
    const { headers, sessionToken } = await live.chatPerson()
    return { headers, body: { sessionToken } }
  },
  recordLinkTelemetry: async (live) => {
    const { sessionToken } = await live.chatPerson()
    return { body: { event: 'chatapp_link_flow_started', phase: 'verify_chatapp_session', sessionToken } }
  },
  getMiniappStatus: asMiniapp,
  unlinkChatapp: asMiniapp,
  receiveChatappUpdate: ({ secrets }) => ({
    headers: { 'x-telegram-bot-api-secret-token': secrets['CHATAPP_WEBHOOK_SECRET'] ?? '' },
    body: {
      update_id: 10_000,
      message: {
        message_id: 1365,
        date: Math.floor(Date.now() / 1000),
        chat: { id: 279_058_397, type: 'private' },
        from: { id: 279_058_397, is_bot: false, first_name: 'Ada', username: 'ada' },
        text: '/link',
      },
    },
  }),
  callPaymaster: async (live) => {
    const { smartWallet, identityRegistry } = live.world.contracts
    const data = encodeFunctionData({ abi: registryAbi, args: ['https://agent.example/registration.json'] })
    const operation = operation06(smartWallet, executeData([{ target: identityRegistry, data }]))
    const params = [operation, ENTRY_POINT, `0x${live.world.chainId.toString(16)}`]
    const body = { jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params }
    return { headers: await live.session(accountOf(live, 'owner')), body }
  },
  streamAgent: async (live) => ({
    headers: { ...(await live.session()), 'x-request-id': 'a-request-of-mine' },
    body: { message: 'Which epoch of gauge voting is it?' },
  }),
  ...imageExamples,
  createAuthHandoff: signedIn({ codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }),
  redeemAuthHandoff: async (live) => {
    const call = { headers: await live.session(), body: {} }
    const made = await live.send(handoff.createAuthHandoff, call)
    // Where no session is opened, its form is enough.
    if (made.status !== 200) return { body: { code: '0'.repeat(64) } }
    return { body: { code: envelope(HandoffCode).parse(await made.json()).data.code } }
  },
  getWalletTokenBalance: async (live) => ({
    headers: await live.session(accountOf(live, 'owner')),
    query: { token: live.world.contracts.creatorCoin },
  }),
  confirmWalletOwner: async (live) => {
    const owner = accountOf(live, 'owner')
    const body = { smartWallet: live.world.contracts.wallet, ownerAddress: owner.address }
    return { headers: await live.session(owner), body }
  },
  disconnectExternalWallet: async (live) => ({
    headers: await live.session(accountOf(live, 'owner')),
    body: { address: accountOf(live, 'stranger').address },
  }),
  setCanonicalSvmWallet: async (live) => ({
    headers: await live.session(accountOf(live, 'bidder')),
    body: { wallet: SVM_CANONICAL },
  }),
  enqueueSvmSweep: async (live) => {
    const headers = await live.session(accountOf(live, 'bidder'))
    const chosen = await live.send(wallet.setCanonicalSvmWallet, { headers, body: { wallet: SVM_CANONICAL } })
    await chosen.arrayBuffer()
    return { headers, body: { minLamports: '5000000' } }
  },
  getWalletContext: (live) => ({ params: { address: accountOf(live, 'voter').address } }),
  resolveName: () => ({ query: { q: 'AURORA' } }),
  getTrayPortfolio: tray,
  getTrayActivity: tray,
  requestCreatorAccess: signedIn({ coin: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }),
  listCreatorAccessRequests: asAdmin(() => ({ query: { status: 'pending', limit: '2' } })),
  approveCreatorAccess: asAdmin(async (live) => ({
    body: { requestId: await newRequest(live), note: 'Met at the meetup' },
  })),
  denyCreatorAccess: asAdmin(async (live) => ({ body: { requestId: await newRequest(live) } })),
  revokeCreatorAccess: asAdmin(async (live) => ({
    body: { address: await newCreator(live), note: 'Asked to be removed' },
  })),
  listCreatorAllowlist: asAdmin(async (live) => ({ query: { q: (await newCreator(live)).slice(2, 10) } })),
  allowCreator: asAdmin(({ world }) => ({ body: { address: world.contracts.wallet, note: 'Met at the meetup' } })),
  listWaitlistEntries: asAdmin(() => ({ query: { status: 'pending', limit: '2' } })),
  approveWaitlistEntry: asAdmin(async (live) => ({
    body: { id: (await waiting(live)).at(-1), note: 'Met at the meetup' },
  })),
  denyWaitlistEntry: asAdmin(async (live) => ({ body: { id: (await waiting(live)).at(-1) } })),
  deleteWaitlistEntry: asAdmin(async (live) => ({ body: { id: (await waiting(live))[0] } })),
  updateKeeprActionStatus: async (live) => ({
    headers: asKeeper(live),
    body: { id: await enqueued(live), status: 'executing', worker: 'keeper-7f3a' },
  }),
  listPendingKeeprActions: async (live) => {
    await enqueued(live)
    return { headers: asKeeper(live), query: { zone: 'market_maintenance', limit: '1' } }
  },
  getDeployConfig: signedIn(),
  checkSmartWalletOwner: async (live) => ({
    headers: await live.session(),
    body: { smartWallet: live.world.contracts.wallet, ownerAddress: accountOf(live, 'owner').address },
  }),
  listSmartWalletOwners: async (live) => ({
    headers: await live.session(),
    body: { smartWallet: live.world.contracts.wallet },
  }),
  dryRunDeploy: async (live) => ({ headers: await live.session(), body: { calls: [approvalOf(live)] } }),
  createDeploySession: async (live) => ({
    headers: await live.session(),
    body: { id: 'aurora-2026-11-22', calls: [approvalOf(live)] },
  }),
  continueDeploySession: async (live) => ({
    headers: await deploying(live),
    body: { id: 'aurora-2026-11-22', call: 0, txHash: `0x${'5c'.repeat(32)}` },
  }),
  getDeploySessionStatus: async (live) => ({ headers: await deploying(live), body: { id: 'aurora-2026-11-22' } }),
  cancelDeploySession: async (live) => ({ headers: await deploying(live), body: { id: 'aurora-2026-11-22' } }),
  getTrendCoin: () => ({ query: { ticker: localTicker } }),
  listTrendCoins: () => ({ query: { limit: '2' } }),
  getTrendCoinMetrics: ({ world }) => ({ query: { address: world.contracts.trendCoin } }),
  getTrendProfile: () => ({ query: { handle: 'aurora' } }),
  listTrendOps: asAdmin(() => ({ query: { ticker: localTicker, status: 'funnel_completed', limit: '2' } })),
  reserveTrendCoin: asAdmin(({ world }) => ({
    body: { ticker: 'DAYBREAK', creatorToken: world.contracts.usdc, vaultAddress: world.contracts.vault },
  })),
  processTrendSentinel: ({ secrets }) => ({
    headers: bearer(secrets['TREND_SENTINEL_SECRET'] ?? ''),
    body: { tickers: [localTicker] },
  }),
  createSwEntryChallenge: ({ world }) => ({
    body: { swAddress: world.contracts.wallet, chatappUsername: 'aurora_fan' },
  }),
  submitSwEntry: async (live) => {
    const account = newAccount()
    await live.session(account)
    const terms = { swAddress: account.address, chatappUsername: 'aurora_fan' }
    const asked = await live.send(coinTrendWrites.createSwEntryChallenge, { body: terms })
    const { nonce, message } = envelope(SwEntryChallenge).parse(await asked.json()).data
    const signature = await account.signMessage({ message })
    return { body: { ...terms, challengeNonce: nonce, signature, source: 'miniapp' } }
  },
  syncTrendMetrics: asScheduler,
  resolveTrendProfile: asTrendUser,
  refreshTrendProfile: asTrendUser,
  quoteTrendTrade: ({ world: { contracts } }) => ({
    body: { tokenIn: contracts.usdc, tokenOut: contracts.trendCoin, amountIn: '1000000', slippageBps: 100 },
  }),
  getWorkspaceSummary: readWorkspace,
  getWorkspaceMonitoring: readWorkspace,
  getWorkspaceActivity: readWorkspace,
  getWorkspaceStrategies: readWorkspace,
  getWorkspaceRooms: readWorkspace,
  getWorkspaceTasks: readWorkspace,
  getWorkspaceSettings: readWorkspace,
  getWorkspaceActions: readWorkspace,
  readWorkspaceSummary: readWorkspaceByBody,
  readWorkspaceMonitoring: readWorkspaceByBody,
  readWorkspaceActivity: readWorkspaceByBody,
  changeWorkspaceStrategies: changeWorkspace('strategy.setTarget', ({ world }) => ({
    strategyAddress: world.contracts.lpStrategy,
    targetWeightBps: 4000,
  })),
  changeWorkspaceRooms: changeWorkspace('rooms.msgnet.publish', () => ({
    conversationId: 'aurora-holders',
    text: 'The auction has settled.',
  })),
  changeWorkspaceTasks: changeWorkspace('task.assign', async (live) => ({
    taskId: await workspaceTask(live),
    assignee: null,
  })),
  changeWorkspaceSettings: changeWorkspace('settings.notifications.upsert', () => ({
    chatappEnabled: true,
    msgnetEnabled: false,
    emailEnabled: false,
    minSeverity: 'warn',
    channels: ['pager'],
  })),
  runWorkspaceAction: changeWorkspace('strategy.setTarget', ({ world }) => ({
    strategyAddress: world.contracts.lendpoolStrategy,
    targetWeightBps: 6000,
  })),
  verifyAgent: async (live) => ({ body: await writeAgentMessage(live.api, 0, accountOf(live, 'agent')) }),
}

const asKeeper = ({ secrets }: Live) => ({
  ...bearer(secrets['KPR_API_KEY'] ?? ''),
  'x-keepr-zone-key': secrets['KPR_ZONE_KEY_MARKET_MAINTENANCE'] ?? '',
})

/** A new action of a decision of the workflow runtime. */
async function enqueued(live: Live): Promise<number> {
  const action = {
    vaultAddress: live.world.contracts.vault,
    groupId: 'aurora',
    actionType: 'monitor.vault',
    action: {},
  }
  const decided = await live.send(cre.recordRuntimeDecision, {
    headers: bearer(live.secrets['CRE_RUNTIME_API_KEY'] ?? ''),
    body: {
      workflow: 'runtime-orchestrator',
      idempotencyKey: `example-${crypto.randomUUID()}`,
      decision: {},
      enqueueAction: action,
    },
  })
  return z.object({ data: z.object({ actionId: z.int() }) }).parse(await decided.json()).data.actionId
}

/** An approval of one dollar. */
const approvalOf = ({ world }: Live) => ({
  to: world.contracts.usdc,
  data: `0x095ea7b3${world.contracts.vault.slice(2).toLowerCase().padStart(64, '0')}${(1_000_000).toString(16).padStart(64, '0')}`,
})

/** Somebody with a session of a deployment whose transaction was reported. */
async function deploying(live: Live): Promise<Record<string, string>> {
  // Of one owner another example would end it at the same time.
  const headers = await live.session(newAccount())
  const body = { id: 'aurora-2026-11-22', calls: [approvalOf(live)] }
  await (await live.send(deploy.createDeploySession, { headers, body })).arrayBuffer()
  const sent = { id: body.id, call: 0, txHash: `0x${'5c'.repeat(32)}` }
  await (await live.send(deploy.continueDeploySession, { headers, body: sent })).arrayBuffer()
  return headers
}

let random: ReturnType<typeof seeded> | undefined
const newAccount = (): PrivateKeyAccount => (random ??= seeded('rooms')).account()
/** Everybody may enter it, so that each call is somebody else's. */
const OPEN_ROOM = 'msgnet:aurora-lobby'

const entryOf = ({ world }: Live, wallet: string, roomKey = OPEN_ROOM) => ({
  wallet,
  shareToken: world.contracts.shareToken,
  roomKey,
})

/** A signed proof of an account, as verifyAgentAccessProof takes it. */
async function signedProof(live: Live, account: PrivateKeyAccount, roomKey?: string): Promise<object> {
  const headers = await openSession(live.send, account)
  const asked = await live.send(rooms.requestAgentAccessProof, {
    headers,
    body: entryOf(live, account.address, roomKey),
  })
  const proofRequest = envelope(AccessProofRequest).parse(await asked.json()).data
  return { proofRequest, signature: await account.signMessage({ message: proofRequest.message }) }
}

async function tokenFor(live: Live, account: PrivateKeyAccount, roomKey?: string): Promise<string> {
  const body = await signedProof(live, account, roomKey)
  const headers = await openSession(live.send, account)
  const verified = await live.send(rooms.verifyAgentAccessProof, { headers, body })
  return envelope(VerifiedAccess).parse(await verified.json()).data.roomAccess.accessToken
}

/** Tokens of the one account that has a linked chat account, by the API and the secret that issued them. */
const chatappTokens = new Map<string, string>()
async function chatappToken(live: Live): Promise<string> {
  const issuer = `${live.api} ${live.secrets['ROOM_TOKEN_SECRET']}`
  const known = chatappTokens.get(issuer) ?? (await tokenFor(live, accountOf(live, 'agent'), CHATAPP_ROOM))
  chatappTokens.set(issuer, known)
  return known
}
const CHATAPP_ROOM = 'chatapp:-1001234567890'

interface WorkspaceAdmins {
  uses: number
  current: Promise<PrivateKeyAccount> | undefined
}
const workspaceAdmins = new Map<string, WorkspaceAdmins>()
/** An admin of the vault whose budget lasts; the owner makes another one from time to time. */
function workspaceAdmin(live: Live): Promise<PrivateKeyAccount> {
  const pool = workspaceAdmins.get(live.api) ?? { uses: 0, current: undefined }
  workspaceAdmins.set(live.api, pool)
  if (pool.uses++ % 4 === 0 || !pool.current) pool.current = newWorkspaceAdmin(live)
  return pool.current
}

async function newWorkspaceAdmin(live: Live): Promise<PrivateKeyAccount> {
  const account = newAccount()
  const payload = { address: account.address, role: 'ADMIN' }
  await asWorkspaceOwner(live, { action: 'settings.members.set', payload })
  return account
}

/** As the onchain owner. Where something that the workspace needs is missing, that shows in the answer to the example. */
async function asWorkspaceOwner(live: Live, body: object): Promise<unknown> {
  const headers = await openSession(live.send, accountOf(live, 'owner'))
  const given = { vault: live.world.contracts.vault, ...body }
  return (await live.send(workspaceVaults.runWorkspaceAction, { headers, body: given })).json()
}

/** A task of the vault that has not ended: that of what was asked for before, or of what is asked for now. */
async function workspaceTask(live: Live): Promise<string> {
  const { vault, lendpoolStrategy: strategyAddress } = live.world.contracts
  const headers = await openSession(live.send, live.admin())
  const listed = await live.send(workspaceVaults.getWorkspaceTasks, { headers, query: { vault, taskStatus: 'open' } })
  const known = envelope(WorkspaceTasks).safeParse(await listed.json()).data?.data.tasks[0]
  if (known) return known.id
  const payload = { strategyAddress, actionType: 'strategy.lendpool.rebucket' }
  const asked = await asWorkspaceOwner(live, { action: 'strategy.execute', payload })
  return envelope(WorkspaceActionResult).safeParse(asked).data?.data.taskId ?? 'none'
}

/** The pending request of somebody new. */
async function newRequest(live: Live): Promise<number> {
  const headers = await openSession(live.send, newAccount())
  const asked = await live.send(creatorAccess.requestCreatorAccess, { headers, body: {} })
  return z.object({ data: z.object({ requestId: z.int() }) }).parse(await asked.json()).data.requestId
}

/** A wallet that an administrator has put on the list of creators. */
async function newCreator(live: Live): Promise<string> {
  const { address } = newAccount()
  const headers = await openSession(live.send, live.admin())
  const allowed = await live.send(creatorAccessAdmin.allowCreator, { headers, body: { address } })
  if (allowed.status !== 200) throw new Error(`${address} is not allowed: ${allowed.status}`)
  await allowed.arrayBuffer()
  return address
}

/** Ids of the waitlist's entries, the newest first. */
async function waiting(live: Live): Promise<number[]> {
  const headers = await openSession(live.send, live.admin())
  const listed = await live.send(waitlistAdmin.listWaitlistEntries, { headers })
  return envelope(WaitlistEntries)
    .parse(await listed.json())
    .data.entries.map(({ id }) => id)
}

/** A call of an operation that answers 200 on the local world. */
export function exampleOf(id: string): Example {
  const make = EXAMPLE_CALLS[id] ?? plainRead(id)
  if (!make) throw new Error(`test/laws/exampleCalls.ts has no call of ${id}`)
  return make
}

/** The call of a public read that requires nothing but contracts, each by the name of its role. */
function plainRead(id: string): Example | undefined {
  const operation = operations.find((one) => one.id === id)?.operation
  if (!operation || operation.method !== 'get' || operation['x-auth']) return undefined
  const required = (schema: unknown) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, field]) => (z.safeParse(field, undefined).success ? [] : name))
      : []
  const [params, query] = [required(operation.request?.params), required(operation.request?.query)]
  if (![...params, ...query].every((name) => ROLES.some((role) => role === name))) return undefined
  return ({ world }) => {
    const roles = new Map<string, string>(Object.entries(world.contracts))
    const filled = (names: readonly string[]) =>
      Object.fromEntries(names.map((name): [string, string] => [name, roles.get(name) ?? '']))
    return { params: filled(params), query: filled(query) }
  }
}

/** The call of an operation without a credential: what it takes to open a session is saved. */
export async function exampleForm(id: string, live: Live): Promise<Call> {
  const { headers: _, ...form } = await exampleOf(id)({ ...live, session: async () => ({}) })
  return form
}

function accountOf({ world }: Live, role: AccountRole) {
  const account = world.accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`no account ${role}`)
  return privateKeyToAccount(account.privateKey)
}
