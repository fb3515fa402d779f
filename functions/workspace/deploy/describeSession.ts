import type * as z from 'zod'
import type { DeploySession } from '../../../schema/workspace/deployAnswers.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { senderOf } from '../../../shared/calldata/defineBuilder.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { SessionKey, StoredSession } from '../store/deploySessions.ts'
import type { Problem } from './judgeTransaction.ts'
import { readPlan } from './plan.ts'

type Session = Omit<z.output<typeof DeploySession>, 'asOf'>

export const answerOf = (session: StoredSession) => ({ data: describeSession(session) })

/** A session as answers show it; `problems` by the index of the call. */
export function describeSession(
  session: StoredSession,
  { problems, includeData = false }: { problems?: ReadonlyMap<number, Problem>; includeData?: boolean } = {},
): Session {
  const { id, chainId, status, plan, transactions, createdAt, updatedAt } = session
  return {
    id,
    chainId,
    status,
    calls: readPlan(plan).map(({ from, to, value, data }, index) => {
      const sent = transactions.find(({ call }) => call === index)
      return {
        index,
        from,
        to,
        value,
        ...(includeData ? { data } : {}),
        state: sent?.state ?? 'unsent',
        txHash: sent?.txHash ?? null,
        blockNumber: sent?.blockNumber ?? null,
        problem: problems?.get(index) ?? null,
      }
    }),
    createdAt: new Date(createdAt * 1000).toISOString(),
    updatedAt: new Date(updatedAt * 1000).toISOString(),
  }
}

export const sessionKey = (principal: Principal, id: string): SessionKey => ({
  owner: senderOf(principal, undefined),
  id,
})

/** Throws deploy_session_not_found. */
export function requireSession(session: StoredSession | null): StoredSession {
  if (!session) throw new ApiError('deploy_session_not_found')
  return session
}

export const sessionEnded = ({ status }: StoredSession): ApiError =>
  new ApiError('deploy_session_over', `id: the session is ${status}, which is final; create a session with another id`)

export const isLive = ({ status }: StoredSession): boolean => status === 'pending' || status === 'running'
