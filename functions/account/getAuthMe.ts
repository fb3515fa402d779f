import type { account } from '../../schema/account.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { AccountContext } from './context.ts'

/** The address of the session, or the agent of the SIWA receipt, that the request brings. */
export const getAuthMe: Handler<typeof account.getAuthMe, AccountContext> = async ({ principal }) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const { address, kind } = principal
  const expiresAt = new Date(principal.expiresAt * 1000).toISOString()
  if (principal.kind === 'session') return { data: { kind, address, expiresAt, agentId: null, agentRegistry: null } }
  return {
    data: { kind, address, expiresAt, agentId: Number(principal.agentId), agentRegistry: principal.agentRegistry },
  }
}
