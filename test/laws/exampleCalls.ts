import { privateKeyToAccount } from 'viem/accounts'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { writeAgentMessage, writeMessage } from '../account/support.ts'
import type { Call, Live } from './live.ts'

type Example = (live: Live) => Call | Promise<Call>

const shareToken: Example = ({ world }) => ({ params: { address: world.contracts.shareToken } })
const vault: Example = ({ world }) => ({ params: { address: world.contracts.vault } })
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

/** A call of each operation that answers 200 on the local world. */
export const EXAMPLE_CALLS: Readonly<Record<string, Example>> = {
  getOpenApiSpec: () => ({}),
  getOpenApiSpecYaml: () => ({}),
  getTokenMetadata: shareToken,
  getTokenListEntry: shareToken,
  getTokenImage: shareToken,
  getTokenLogoPng: shareToken,
  getTokenLogoSvg: shareToken,
  getTokenImageByQuery: ({ world }) => ({ query: { address: world.contracts.shareToken } }),
  getVaultReport: vault,
  getVaultStrategies: vault,
  listExploreVaults: () => ({ query: { query: 'aurora', sort: 'new' } }),
  getAuctionStatus: launchArm,
  getAuctionActivity: launchArm,
  listAuctionRecentBids: ({ world }) => ({ params: { address: world.contracts.auctionErc20 } }),
  getGaugeEpoch: () => ({}),
  listGaugeVaults: () => ({}),
  getGaugeUserVotes: (live) => ({ params: { address: accountOf(live, 'voter').address } }),
  getLotteryGlobal: () => ({}),
  getLotteryCreator: ({ world }) => ({ params: { creatorCoin: world.contracts.creatorCoin } }),
  getLotteryLive: () => ({}),
  listLotteryRecentWinners: () => ({ query: { limit: '2' } }),
  listLotteryRecentEntries: () => ({ query: { limit: '2' } }),
  getLotteryKeyCoverage: (live) => ({ query: { buyer: accountOf(live, 'voter').address } }),
  getMarketplaceAgentMetadata: () => ({}),
  getMarketplaceLotteryTicket: () => ({}),
  getVetokenUser: (live) => ({ params: { address: accountOf(live, 'voter').address } }),
  getLpStrategy: ({ world }) => ({ params: { address: world.contracts.lpStrategy } }),
  buildVetokenLock: signedIn({ amount: '1000000000000000000', durationSec: '31536000' }),
  buildVetokenExtend: signedIn({ newEnd: '1900000000' }),
  buildVetokenIncrease: signedIn({ amount: '1000000000000000000' }),
  buildVetokenUnlock: signedIn(),
  getAuthNonce: () => ({}),
  verifyAuth: async (live) => {
    const account = accountOf(live, 'stranger')
    const message = await writeMessage(live.api, account.address)
    return { body: { message, signature: await account.signMessage({ message }) } }
  },
  getAuthMe: signedIn(),
  logoutAuth: signedIn(),
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
  verifyAgent: async (live) => ({ body: await writeAgentMessage(live.api, 0, accountOf(live, 'agent')) }),
}

function accountOf({ world }: Live, role: AccountRole) {
  const account = world.accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`no account ${role}`)
  return privateKeyToAccount(account.privateKey)
}
