import { isAddressEqual } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import type { Handoff } from '../store/handoffs.ts'
import { HANDOFF_SECONDS } from './createHandoffCodes.ts'

/**
 * Creates a hand-off code for the caller's account; only its keyed hash is stored. It ends with the session that requested it.
 *
 * Throws principal_changed, account_not_found, wallet_session, handoff_limit_reached, session_not_configured,
 * authority_unknown, store_unavailable.
 */
export const createAuthHandoff: AccountHandler<'createAuthHandoff'> = async (
  { body, principal },
  { authority, accounts, handoffs, handoffCodes, now },
) => {
  const codes = handoffCodes()
  const person = requirePerson(principal)
  const { account, address } = await authority.requireAccount(person, 'stored')
  const expected = body?.expectedAddress
  if (expected !== undefined && !isAddressEqual(expected, address))
    throw new ApiError(
      'principal_changed',
      `expectedAddress: the request is signed in as ${address}; sign in again, or send that address`,
    )
  const { code, hash } = await codes.issue()
  const issuedAt = Math.floor(now() / 1000)
  const expiresAt = issuedAt + HANDOFF_SECONDS
  const { profileId } = account
  const row = { codeHash: hash, profileId, address, codeChallenge: body?.codeChallenge ?? null, ...originOf(person) }
  if (!(await handoffs.put(row, issuedAt, expiresAt))) {
    const isStill = (await accounts.findById(profileId))?.wallets.some((one) => one.address === address)
    throw new ApiError(isStill ? 'handoff_limit_reached' : 'account_not_found')
  }
  return { data: { code, expiresAt: new Date(expiresAt * 1000).toISOString() } }
}

/** The origin of the session that the code will start. A contract’s signature of one request proves nothing later. */
function originOf(person: Exclude<Principal, { kind: 'machine' }>): Pick<Handoff, 'sessionId' | 'byWallet' | 'proofs'> {
  if (person.kind === 'session')
    return {
      sessionId: person.id,
      byWallet: person.by,
      proofs: person.proofs.filter(({ wallet }) => isAddressEqual(wallet, person.by)),
    }
  if (person.signedBy === 'contract')
    throw new ApiError(
      'wallet_session',
      'a contract wallet needs a session for this operation; sign in with POST /auth/verify',
    )
  return { sessionId: null, byWallet: person.address, proofs: [] }
}
