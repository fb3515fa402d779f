import type { Address } from 'viem'
import { clearedCookie, givenTokens } from '../../../shared/auth/session.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { NAME_DIGITS } from '../../../shared/durable/sessions.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import type { Deletion } from '../store/deletions.ts'
import { confirmationContext, noProfile, type Portfolios } from './createPortfolios.ts'
import { isoTime } from './describePortfolio.ts'
import { finishDeletion } from './finishDeletion.ts'

/**
 * Deletes the caller’s account: first in D1, in one transaction that records the remaining work, then that work. A repeat
 * with the same confirmation continues and returns the same answer; the schedule finishes work that failed.
 *
 * Throws session_not_configured, account_not_found, wallet_session, invalid_confirmation, confirmation_expired,
 * authority_unknown, and store_unavailable if
 * nothing has been deleted.
 */
export const deletePortfolio: AccountHandler<'deletePortfolio'> = async (
  { body: { confirmation }, principal, request },
  { authority, now, portfolios },
) => {
  const person = requirePerson(principal)
  const { address } = person
  const [own, begun] = await Promise.all([ownProfile(person, authority), portfolios.deletions.ofAddress(address)])
  const profileId = await confirmedProfile(confirmation, { address, own, begun }, portfolios, now())
  const seconds = Math.floor(now() / 1000)
  const sessionHash = await hashOfSession(request, person, portfolios)
  const deletion = await portfolios.deletions.begin(profileId, { address, sessionHash, now: seconds })
  // The wallet was removed from the account in between, or another one deleted it.
  if (deletion?.address !== address) throw noProfile(address)
  return {
    data: {
      deleted: true,
      requestedAt: isoTime(deletion.requestedAt),
      status: (await tryToFinish(deletion, portfolios, seconds)) ? 'done' : 'in_progress',
    },
    headers: { 'set-cookie': clearedCookie(new URL(request.url)) },
  }
}

type Person = ReturnType<typeof requirePerson>

/** The account that a confirmation is for: the wallet’s account, or one that it deleted a moment ago. */
async function confirmedProfile(
  confirmation: string,
  {
    address,
    own,
    begun,
  }: { readonly address: Address; readonly own: string | null; readonly begun: readonly Deletion[] },
  { confirmations }: Portfolios,
  now: number,
): Promise<string> {
  const sealer = confirmations()
  const candidates = [...(own === null ? [] : [own]), ...begun.map(({ profileId }) => profileId)]
  if (candidates.length === 0) throw noProfile(address)
  for (const candidate of candidates) {
    const opened = await sealer.open(confirmation, now, confirmationContext(candidate, address))
    if (opened.ok) return candidate
    if (opened.reason === 'expired') throw new ApiError('confirmation_expired')
  }
  throw new ApiError('invalid_confirmation')
}

/** The account that the caller may delete; null if it no longer has one. Throws wallet_session, and what confirm throws. */
async function ownProfile(person: Person, authority: Authority) {
  try {
    return (await authority.requireAccount(person, 'stored')).account.profileId
  } catch (error) {
    const isGone = error instanceof ApiError && ['account_not_found', 'unauthenticated'].includes(error.code)
    if (isGone) return null
    throw error
  }
}

/** SHA-256 of the request's session token; empty for a signed request. */
async function hashOfSession(request: Request, person: Person, { sessions }: Portfolios): Promise<string> {
  for (const { token } of givenTokens(request)) {
    // The session that signed the caller in was found a moment ago.
    const hash = await sha256(token)
    const isOwn =
      person.kind === 'session'
        ? person.id.startsWith(hash.slice(0, NAME_DIGITS))
        : (await sessions.find(token))?.address === person.address
    if (isOwn) return hash
  }
  return ''
}

/** The account is already deleted; the schedule finishes work that fails now. */
async function tryToFinish(deletion: Deletion, portfolios: Portfolios, now: number): Promise<boolean> {
  try {
    return await finishDeletion(deletion, portfolios, now)
  } catch (error) {
    logError('warn', 'account_deletion_waits', error)
    return false
  }
}
