import { ownSessions } from '../../../shared/domain/authority/ownSessions.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'

/** Ends one session of the caller. Throws session_not_found, unauthenticated, store_unavailable. */
export const endAuthSession: AccountHandler<'endAuthSession'> = async ({ params: { id }, principal }, context) => {
  const session = (await ownSessions(principal, context)).find((one) => one.id === id)
  if (!session) throw new ApiError('session_not_found')
  await context.sessions.end([session.address], { ids: [id] })
  return { data: { id, ended: true } }
}
