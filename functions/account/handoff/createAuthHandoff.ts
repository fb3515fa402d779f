import { isAddressEqual } from 'viem'
import type { handoff } from '../../../schema/handoff.ts'
import { HANDOFF_SECONDS } from '../../../shared/auth/createHandoffCodes.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { requireAccount } from '../requireAccount.ts'

/**
 * A hand-off code for the account of the caller; only its keyed hash is stored. Throws principal_changed, account_not_found,
 * session_not_configured, store_unavailable.
 */
export const createAuthHandoff: Handler<typeof handoff.createAuthHandoff, AccountContext> = async (
  { body, principal },
  { accounts, handoffs, handoffCodes, now },
) => {
  const codes = handoffCodes()
  const { account, address } = await requireAccount(accounts, principal)
  const expected = body?.expectedAddress
  if (expected !== undefined && !isAddressEqual(expected, address))
    throw new ApiError('principal_changed', `expectedAddress: the request is signed in as ${address}`)
  const { code, hash } = await codes.issue()
  const issuedAt = Math.floor(now() / 1000)
  const expiresAt = issuedAt + HANDOFF_SECONDS
  const { profileId } = account
  const row = { codeHash: hash, profileId, address, codeChallenge: body?.codeChallenge ?? null }
  if (!(await handoffs.put(row, issuedAt, expiresAt))) throw new ApiError('account_not_found')
  return { data: { code, expiresAt: new Date(expiresAt * 1000).toISOString() } }
}
