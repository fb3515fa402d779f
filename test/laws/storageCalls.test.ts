import { describe, expect, test } from 'vitest'
import type { Operation } from '../../schema/operation.ts'
import { boundOperations, storageBoundOf } from './storageBounds.ts'
import { countStorageCalls } from './countStorageCalls.ts'
import { operations, startLive } from './live.ts'
import { unknownIn } from './outages.ts'
import { useNet } from '../support/useNet.ts'

const live = useNet(() => startLive({ budgets: {} }))

/** The most requests to nodes of operations that make more than others of their kind, with what the further ones are for. */
const MORE_REQUESTS: Readonly<Record<string, number>> = {
  // The newest block decides at which the rooms are read; then the stakes in them.
  getLotteryKeyCoverage: 3,
  publishLotteryKeyCoverage: 3,
  // Transactions of entries that no router has settled.
  getLotteryGlobal: 2,
  // The block of a transaction, and the calls that it contains.
  getBuildStatus: 2,
  // Logs of transfers, which no contract returns.
  getAgentCapabilities: 2,
  // The feedback on the agent, and the name of its wallet.
  getAgentProfile: 3,
  // The payment, the evidence, and the feedback that it builds.
  reviewAgentFeedback: 8,
  // The owner of a wallet, after the account that it belongs to.
  enableCreatorAgent: 2,
  preflightChatCommand: 2,
  // Whether the node has the right chain, which an isolate asks once.
  proxyRpc: 2,
  callPaymaster: 2,
  // Reads of a tool, after the head that a stream begins with.
  streamAgent: 2,
  // The reads of its example.
  batchReads: 1,
  // A simulation of what was read, as by a builder.
  checkDexApproval: 2,
  dryRunDeploy: 2,
  publishAgentRegistration: 2,
  submitAmoeChallenge: 2,
  // The code behind a proxy, which says how it is called.
  reserveTrendCoin: 2,
  // A pool names its tokens, and has code behind it.
  buildLendpoolAddCollateral: 3,
  buildLendpoolRepay: 3,
  // A call that reverts after a vault has valued its strategies may lack gas: one more request shows whether it does.
  buildVaultDeposit: 3,
  buildVaultQueueWithdrawal: 3,
  buildVaultRedeem: 3,
  buildVaultWithdraw: 3,
  // These answer without a node as well.
  getStatus: 1,
  getWalletIntelligence: 1,
  postWalletIntelligence: 1,
  syncReputationCanonical: 1,
}

/** A read is one request, a builder one more for its simulation, and all else none. */
function requestBoundOf({ operationId, 'x-needs': needs }: Operation): number {
  const without = needs['RPC_URLS']
  const isBuilder = JSON.stringify(without ?? '').match(/simulation\.status|read_needed/)
  return MORE_REQUESTS[operationId] ?? (without === undefined ? 0 : isBuilder ? 2 : 1)
}

describe.each(operations)('$id', ({ id, operation }) => {
  test('makes no more calls to D1 and Durable Objects than its bound, nor requests to the node', async () => {
    const { total, d1, objects, upstream } = await countStorageCalls(live, operation)
    expect(total, `${d1} to D1, ${objects} to Durable Objects`).toBeLessThanOrEqual(storageBoundOf(id))
    expect(upstream).toBeLessThanOrEqual(requestBoundOf(operation))
  })
})

test('every operation has one bound', () => {
  expect(boundOperations().toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  expect(unknownIn(MORE_REQUESTS)).toEqual([])
})
