import type { Chain } from '../../../shared/chain/chain.ts'
import type { WorkspaceHandler } from '../context.ts'
import type { Outcome, StoredSession } from '../store/deploySessions.ts'
import { describeSession, requireSession, sessionKey } from './describeSession.ts'
import { judgeTransaction, type Problem, transactionCalls } from './judgeTransaction.ts'
import { type PlannedCall, readPlan, writePlan } from './plan.ts'

/**
 * A session, updated by the outcomes of its open transactions, which one upstream request reads; without open
 * transactions there is no request. Throws deploy_session_not_found, store_unavailable, and what a chain read throws.
 */
export const getDeploySessionStatus: WorkspaceHandler<'getDeploySessionStatus'> = async (
  { body: { id, includeData }, principal },
  { chain, deploySessions, now },
) => {
  const key = sessionKey(principal, id)
  const before = requireSession(await deploySessions.find(key))
  if (before.status !== 'running') return { data: describeSession(before, { includeData }) }
  const { asOf, outcomes, problems } = await readOutcomes(chain, before)
  const after =
    outcomes.length > 0 ? requireSession(await deploySessions.settle(key, outcomes, Math.floor(now() / 1000))) : before
  return { ...(asOf ? { asOf } : {}), data: describeSession(after, { problems, includeData }) }
}

async function readOutcomes(chain: Chain, { plan, transactions }: StoredSession) {
  const waiting = transactions.filter(({ state }) => state === 'sent')
  const problems = new Map<number, Problem>()
  const outcomes: Outcome[] = []
  if (waiting.length === 0) return { asOf: undefined, outcomes, problems }
  const hashes = [...new Set(waiting.map(({ txHash }) => txHash))]
  const { asOf, carried } = await chain.read(() => ({}), hashes.flatMap(transactionCalls))
  const calls = readPlan(plan)
  const isEqual = (a: PlannedCall | undefined, b: PlannedCall) => a !== undefined && writePlan([a]) === writePlan([b])
  for (const { call, txHash } of waiting) {
    const planned = calls[call]
    if (!planned) continue
    const at = 2 * hashes.indexOf(txHash)
    const before = transactions.filter(
      (other) =>
        other.txHash === txHash &&
        (other.call < call || (other.call > call && other.state !== 'sent')) &&
        isEqual(calls[other.call], planned),
    ).length
    const { state, blockNumber, problem } = judgeTransaction(planned, [carried[at], carried[at + 1]], before)
    if (problem) problems.set(call, problem)
    if (state !== 'sent' && blockNumber !== null) outcomes.push({ call, txHash, state, blockNumber })
  }
  return { asOf, outcomes, problems }
}
