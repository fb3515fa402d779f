import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'

/** Removes a wallet from the creator allowlist; a repeat returns the same answer. Throws not_on_allowlist. */
export const revokeCreatorAccess: AccountHandler<'revokeCreatorAccess'> = async (
  { body: { address, note }, principal, request },
  { allowlist, actOf },
) => {
  const answer = { data: { address, revoked: true } } as const
  const revoked = await allowlist.revoke(address, note, await actOf(principal, request), answer)
  if (!revoked) throw new ApiError('not_on_allowlist')
  return answer
}
