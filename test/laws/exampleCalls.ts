import { readFileSync } from 'node:fs'
import { encodeEventTopics, encodeFunctionData, parseAbi, zeroHash } from 'viem'
import { type PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod'
import { accounts } from '../../schema/account/accounts.ts'
import { SwEntryChallenge } from '../../schema/market/coinTrendAnswers.ts'
import { coinTrendWrites } from '../../schema/market/coinTrendWrites.ts'
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
import { AccessProofRequest, VerifiedAccess } from '../../schema/agents/roomAnswers.ts'
import { managedTokenList } from '../../schema/token/managedTokenList.ts'
import { portfolio } from '../../schema/account/portfolio.ts'
import { DeletionChallenge } from '../../schema/account/portfolioAnswers.ts'
import { rooms } from '../../schema/agents/rooms.ts'
import { AuthSessions, sessions } from '../../schema/account/sessions.ts'
import { type AccountRole, localServerWallet } from '../../localnet/world/accounts.ts'
import { accountOf, bearer, writeAgentMessage, writeMessage } from '../account/support.ts'
import { feedbackReview } from '../../schema/agents/feedbackReview.ts'
import { offerOf, sign } from '../agents/review/payer.ts'
import { ENTRY_POINT, executeData, operation06 } from '../rpc/paymaster/startPaymasterNet.ts'
import { voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import { ask } from '../support/ask.ts'
import { seeded } from '../support/seeded.ts'
import { imageExamples } from './imageExamples.ts'
import { WorkspaceActionResult } from '../../schema/workspace/actionResult.ts'
import { WorkspaceTasks } from '../../schema/workspace/answers.ts'
import { workspaceVaults } from '../../schema/workspace/operations.ts'
import { vaultHistory } from '../../schema/vault/history.ts'
import { records } from './json.ts'
import { credentialOf } from './credentials.ts'
import { ExampleWorld, worldFile } from '../../platform/deployments.ts'
import { type Example as PublishedExample, readExamples } from '../../platform/readExamples.ts'
import { agentList } from '../../schema/agents/list.ts'
import { auctionList } from '../../schema/auction/list.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { type Call, type Live, openSession, operations } from './live.ts'

const WEEK = 604_800
const registryAbi = parseAbi(['function register(string agentURI)'])

/** Makes a call; `shown` is the one that the document shows, its addresses those of the live world. */
type Example = (live: Live, shown: Call) => Call | Promise<Call>

/**
 * Until the log index has its lists; not for long, since a deployment may lack what that needs. It asks with another query than
 * the example, which is then the first of its URL.
 */
const onceListed =
  (operation: Operation, query: NonNullable<Call['query']>): Example =>
  async (live, shown) => {
    for (let looks = 0; looks < 20; looks++) {
      const answer = await live.send(operation, { ...shown, query })
      await answer.arrayBuffer()
      if (answer.headers.get('x-error-code') !== 'log_index_unavailable') break
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    return shown
  }

/** The call that the document shows, with another value of a field of its body. */
const naming =
  (field: string, make: (live: Live) => Promise<unknown>): Example =>
  async (live, shown) => ({ ...shown, body: { ...records(shown.body), [field]: await make(live) } })

/** Reads an answer to its end, which frees its connection. */
const drained = async (answer: Promise<Response>): Promise<void> => void (await (await answer).arrayBuffer())

/** As a chat user who is linked. */
const asMiniapp: Example = async (live) => {
  const { headers, sessionToken } = await live.chatPerson()
  await drained(live.send(chatapp.completeChatappLink, { headers, body: { sessionToken } }))
  return { headers: bearer(sessionToken) }
}

/** As a user with an account here and one of the trend provider. */
const asTrendUser: Example = async (live) => {
  const token = await live.trendToken()
  // Nobody’s account yet: one account has one user of the identity provider.
  const headers = { ...(await live.session(newAccount())), ...token }
  await drained(live.send(accounts.linkAccount, { headers, body: { provider: 'email' } }))
  return { headers: token }
}

/** In a session, which the operation takes without requiring one. */
const signedInAs =
  (role: AccountRole): Example =>
  async (live, shown) => ({ ...shown, headers: await live.session(accountOf(live, role)) })

/** As an admin of the vault. */
const changeWorkspace: Example = async (live, shown) => ({
  ...shown,
  headers: await live.session(await workspaceAdmin(live)),
})
/** As somebody whose session of a deployment is under way. */
const asDeployer: Example = async (live, shown) => ({ ...shown, headers: await deploying(live) })

/** The transaction of the oldest lock in the vote escrow. */
async function firstLock({ rpcUrl, world }: Live): Promise<string> {
  const [topic] = encodeEventTopics({ abi: voteEscrowAbi, eventName: 'Locked' })
  const filter = { address: world.contracts.veToken, topics: [topic], fromBlock: 'earliest', toBlock: 'latest' }
  const logs = z.array(z.object({ transactionHash: z.string() })).parse(await ask(rpcUrl, 'eth_getLogs', filter))
  return logs[0]?.transactionHash ?? zeroHash
}

/** Operations whose call needs a state that the document cannot show: a challenge, a signature, a row, a time. */
const EXAMPLE_CALLS: Readonly<Record<string, Example>> = {
  getManagedTokenList: async (live) => {
    await drained(live.send(managedTokenList.updateManagedTokenList, await exampleOf('updateManagedTokenList')(live)))
    return {}
  },
  getVaultHistory: onceListed(vaultHistory.getVaultHistory, { days: '1' }),
  listAuctions: onceListed(auctionList.listAuctions, { limit: '1' }),
  listAgents: onceListed(agentList.listAgents, { limit: '1' }),
  submitAmoeChallenge: async (live) => {
    const account = accountOf(live, 'voter')
    const challenged = await live.send(amoe.getAmoeNonce, { query: { wallet: account.address } })
    const { message } = envelope(AmoeChallenge).parse(await challenged.json()).data
    return { body: { message, signature: await account.signMessage({ message }) } }
  },
  checkinAmoePost: async (live) => {
    const text = `An alternative method of entry, no purchase necessary: ${live.host}`
    const made = await fetch(`${live.services['social']}/2/tweets`, {
      method: 'POST',
      headers: { authorization: 'Bearer user-10000002' },
      body: JSON.stringify({ text }),
    })
    const { id: postId } = z.object({ data: z.object({ id: z.string() }) }).parse(await made.json()).data
    return { body: { postId } }
  },
  proxyRpc: ({ world }, shown) => ({ ...shown, query: { chain: String(world.chainId) } }),
  buildVetokenExtend: async (live) => {
    const latest = z
      .object({ timestamp: z.string() })
      .parse(await ask(live.rpcUrl, 'eth_getBlockByNumber', 'latest', false))
    const week = Math.floor(Number(latest.timestamp) / WEEK) * WEEK
    // Three and a half years ahead, and a part of a week, which is rounded down.
    return { body: { newEnd: String(week + 109_792_000) } }
  },
  getBuildStatus: async (live) => ({ query: { transaction: await firstLock(live) } }),
  reviewAgentFeedback: async (live) => {
    // The offer is read by another session, since each has a budget of its own.
    const body = { agentId: 1 }
    const answer = await live.send(feedbackReview.reviewAgentFeedback, { headers: await live.session(), body })
    await answer.arrayBuffer()
    // A deployment without payments refuses the request itself.
    if (answer.status !== 402) return { headers: await live.session(), body }
    const payment = await sign({ requirements: offerOf(answer.headers).first })
    return { headers: { ...(await live.session()), 'payment-signature': payment }, body }
  },
  enableCreatorAgent: async (live) => {
    const headers = await live.session(accountOf(live, 'owner'))
    await drained(live.send(creators.provisionCreatorWallet, { headers, body: {} }))
    const smartWalletAddress = live.world.contracts.wallet
    const { id } = localServerWallet(`creator-agent-${smartWalletAddress.toLowerCase()}`)
    return { headers, body: { agentType: 'smart-wallet', smartWalletAddress, serverWalletId: id } }
  },
  verifyAuth: async (live) => {
    const account = accountOf(live, 'stranger')
    const message = await writeMessage(live.api, account.address)
    return { body: { message, signature: await account.signMessage({ message }) } }
  },
  // Each of these ends sessions: those of an account of its own.
  deletePortfolio: async (live) => {
    const headers = await live.session(newAccount())
    const answer = await live.send(portfolio.requestPortfolioDeletion, { headers })
    // Without a session, the form is enough.
    if (answer.status === 401) return { body: { confirmation: '0'.repeat(64) } }
    const { confirmation } = envelope(DeletionChallenge).parse(await answer.json()).data
    return { headers, body: { confirmation } }
  },
  endAuthSession: async (live) => {
    const account = newAccount()
    const [headers] = [await live.session(account), await live.session(account)]
    const listed = await live.send(sessions.listAuthSessions, { headers })
    // Without a session, the form is enough.
    if (listed.status === 401) return { params: { id: `${'5f'.repeat(16)}a0` } }
    const found = envelope(AuthSessions).parse(await listed.json()).data.sessions
    return { headers, params: { id: found.find(({ isCurrent }) => !isCurrent)?.id ?? '' } }
  },
  endAllAuthSessions: async (live) => ({ headers: await live.session(newAccount()) }),
  getSocialArtifact: async (live) => {
    const call = await exampleOf('buildSocialFeedbackPayload')(live)
    const built = await live.send(feedbackPayload.buildSocialFeedbackPayload, call)
    // Without a session, the form is enough.
    if (built.status === 401) return { params: { sha256: '0'.repeat(64) } }
    const { storageKey } = z.object({ data: z.object({ storageKey: z.string() }) }).parse(await built.json()).data
    return { params: { sha256: storageKey } }
  },
  verifyAgentAccessProof: async (live) => {
    const account = newAccount()
    return { headers: await live.session(account), body: await signedProof(live, account) }
  },
  joinAgentMsgnet: async (live) => {
    const account = newAccount()
    return { headers: await live.session(account), body: { accessToken: await tokenFor(live, account) } }
  },
  joinAgentChatapp: naming('accessToken', chatappToken),
  unlinkAccount: async (live, shown) => {
    const headers = { ...(await live.session()), ...(await live.idpToken()) }
    await drained(live.send(accounts.linkAccount, { headers, body: { provider: 'external_eoa' } }))
    return { ...shown, headers }
  },
  createMiniappSession: ({ launchData }) => ({ body: { initData: launchData() } }),
  checkLinkReady: async (live) => {
    const { headers, email, sessionToken } = await live.chatPerson()
    return { headers, body: { email, sessionToken } }
  },
  completeChatappLink: async (live) => {
    const { headers, sessionToken } = await live.chatPerson()
    return { headers, body: { sessionToken } }
  },
  recordLinkTelemetry: naming('sessionToken', async (live) => (await live.chatPerson()).sessionToken),
  getMiniappStatus: asMiniapp,
  unlinkChatapp: asMiniapp,
  callPaymaster: async (live) => {
    const { smartWallet, identityRegistry } = live.world.contracts
    const data = encodeFunctionData({ abi: registryAbi, args: ['https://agent.example/registration.json'] })
    const operation = operation06(smartWallet, executeData([{ target: identityRegistry, data }]))
    const params = [operation, ENTRY_POINT, `0x${live.world.chainId.toString(16)}`]
    const body = { jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params }
    return { body }
  },
  streamAgent: async (live, shown) => ({
    ...shown,
    headers: { ...(await live.session()), 'x-request-id': 'a-request-of-mine' },
  }),
  preflightChatCommand: signedInAs('owner'),
  // It ends its session, which no other example uses at the same time.
  logoutAuth: signedInAs('stranger'),
  // An update of an earlier time is ignored.
  receiveChatappUpdate: (_, { body, ...shown }) => {
    const message = { ...records(records(body)['message']), date: Math.floor(Date.now() / 1000) }
    return { ...shown, body: { ...records(body), message } }
  },
  ...imageExamples,
  redeemAuthHandoff: async (live) => {
    const call = { headers: await live.session(), body: {} }
    const made = await live.send(handoff.createAuthHandoff, call)
    // Without a session, the form is enough.
    if (made.status !== 200) return { body: { code: '0'.repeat(64) } }
    return { body: { code: envelope(HandoffCode).parse(await made.json()).data.code } }
  },
  enqueueSvmSweep: async (live, shown) => {
    const chosen = await exampleOf('setCanonicalSvmWallet')(live)
    await drained(live.send(wallet.setCanonicalSvmWallet, chosen))
    return { ...shown, headers: chosen.headers ?? {} }
  },
  approveCreatorAccess: naming('requestId', newRequest),
  denyCreatorAccess: naming('requestId', newRequest),
  revokeCreatorAccess: naming('address', newCreator),
  listCreatorAllowlist: async (live) => ({ query: { q: (await newCreator(live)).slice(2, 10) } }),
  approveWaitlistEntry: naming('id', async (live) => (await waiting(live)).at(-1)),
  denyWaitlistEntry: naming('id', async (live) => (await waiting(live)).at(-1)),
  deleteWaitlistEntry: naming('id', async (live) => (await waiting(live))[0]),
  updateKeeprActionStatus: naming('id', enqueued),
  listPendingKeeprActions: async (live, shown) => {
    await enqueued(live)
    return shown
  },
  continueDeploySession: asDeployer,
  getDeploySessionStatus: asDeployer,
  cancelDeploySession: asDeployer,
  submitSwEntry: async (live) => {
    const account = newAccount()
    await live.session(account)
    const terms = { swAddress: account.address, chatappUsername: 'aurora_fan' }
    const answer = await live.send(coinTrendWrites.createSwEntryChallenge, { body: terms })
    const { nonce, message } = envelope(SwEntryChallenge).parse(await answer.json()).data
    const signature = await account.signMessage({ message })
    return { body: { ...terms, challengeNonce: nonce, signature, source: 'miniapp' } }
  },
  resolveTrendProfile: asTrendUser,
  refreshTrendProfile: asTrendUser,
  changeWorkspaceStrategies: changeWorkspace,
  changeWorkspaceRooms: changeWorkspace,
  changeWorkspaceTasks: async (live, shown) => {
    const payload = { taskId: await workspaceTask(live), assignee: null }
    return changeWorkspace(live, { body: { ...records(shown.body), payload } })
  },
  changeWorkspaceSettings: changeWorkspace,
  runWorkspaceAction: changeWorkspace,
  verifyAgent: async (live) => ({ body: await writeAgentMessage(live.api, 0, accountOf(live, 'agent')) }),
}

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

/** The headers of somebody with a session of a deployment whose transaction was reported. */
async function deploying(live: Live): Promise<Record<string, string>> {
  // Of one owner another example would end it at the same time.
  const headers = await live.session(newAccount())
  await drained(live.send(deploy.createDeploySession, { ...shownBy('createDeploySession', live), headers }))
  await drained(live.send(deploy.continueDeploySession, { ...shownBy('continueDeploySession', live), headers }))
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
  const answer = await live.send(rooms.requestAgentAccessProof, {
    headers,
    body: entryOf(live, account.address, roomKey),
  })
  const proofRequest = envelope(AccessProofRequest).parse(await answer.json()).data
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

/** A task of the vault that has not ended: one of an earlier request, or of a new one. */
async function workspaceTask(live: Live): Promise<string> {
  const { vault, lendpoolStrategy: strategyAddress } = live.world.contracts
  const headers = await openSession(live.send, live.admin())
  const listed = await live.send(workspaceVaults.getWorkspaceTasks, { headers, query: { vault, taskStatus: 'open' } })
  const known = envelope(WorkspaceTasks).safeParse(await listed.json()).data?.data.tasks[0]
  if (known) return known.id
  const payload = { strategyAddress, actionType: 'strategy.lendpool.rebucket' }
  const answer = await asWorkspaceOwner(live, { action: 'strategy.execute', payload })
  return envelope(WorkspaceActionResult).safeParse(answer).data?.data.taskId ?? 'none'
}

/** The pending request of somebody new. */
async function newRequest(live: Live): Promise<number> {
  const headers = await openSession(live.send, newAccount())
  const answer = await live.send(creatorAccess.requestCreatorAccess, { headers, body: {} })
  return z.object({ data: z.object({ requestId: z.int() }) }).parse(await answer.json()).data.requestId
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

const Texts = z.record(z.string(), z.string()).exactOptional()
const Shown = z.object({ params: Texts, query: Texts, body: z.unknown().exactOptional() })
const shownContracts = ExampleWorld.parse(JSON.parse(readFileSync(worldFile, 'utf8'))).contracts

let read: ReadonlyMap<string, PublishedExample> | undefined
const examples = () =>
  (read ??= new Map(Object.keys(OPERATIONS).flatMap((family) => Object.entries(readExamples(family)))))

/** The call that the document shows, with the contracts of the live world. */
function shownBy(id: string, { world }: Live): Call {
  const { answer: _, ...call } = examples().get(id) ?? {}
  const roles = new Map(Object.entries(shownContracts).map(([role, address]) => [address, role]))
  const current = new Map<string, string>(Object.entries(world.contracts))
  const text = JSON.stringify(call).replace(
    /0x[0-9a-fA-F]{40}(?=")/g,
    (address) => current.get(roles.get(address) ?? '') ?? address,
  )
  return Shown.parse(JSON.parse(text))
}

/** A call of an operation that answers 200 on the local world. */
export const exampleOf =
  (id: string) =>
  async (live: Live): Promise<Call> => {
    const one = operations.find((candidate) => candidate.id === id)
    if (!one) throw new Error(`no operation ${id}`)
    const shown = shownBy(id, live)
    const call = (await EXAMPLE_CALLS[id]?.(live, shown)) ?? shown
    if (call.headers) return call
    const { 'x-auth': always, 'x-auth-when': when, 'x-auth-optional': optional } = one.operation
    const auth = always ?? (when?.is === 'absent' ? when.auth : undefined) ?? optional
    return auth === undefined ? call : { ...call, headers: await credentialOf(live, id, auth) }
  }

/** The call of an operation without a credential: what it takes to open a session is saved. */
export async function exampleForm(id: string, live: Live): Promise<Call> {
  const { headers: _, ...form } = await exampleOf(id)({ ...live, session: async () => ({}) })
  return form
}
