import { isHex } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { WorkspaceHandler } from '../context.ts'
import { answerOf, isLive, requireSession, sessionEnded, sessionKey } from './describeSession.ts'

/**
 * Records the transaction of a call. Throws deploy_session_not_found, deploy_session_over, idempotency_conflict if
 * another transaction has already carried out the call, invalid_request, store_unavailable.
 */
export const continueDeploySession: WorkspaceHandler<'continueDeploySession'> = async (
  { body: { id, call, txHash: given }, principal },
  { deploySessions, now },
) => {
  const txHash = given.toLowerCase()
  if (!isHex(txHash)) throw new ApiError('invalid_request', 'txHash: must be 0x and 64 hex digits')
  const session = requireSession(
    await deploySessions.report(sessionKey(principal, id), { call, txHash }, Math.floor(now() / 1000), answerOf),
  )
  if (call >= session.calls)
    throw new ApiError('invalid_request', `call: must be below ${session.calls}, the number of calls in the plan`)
  const stored = session.transactions.find((one) => one.call === call)
  if (stored?.txHash !== txHash) {
    if (!isLive(session)) throw sessionEnded(session)
    throw new ApiError('idempotency_conflict', 'txHash: another transaction has already carried out this call')
  }
  return answerOf(session)
}
