import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'

/**
 * Whether the caller's wallet has creator access, or its pending request, which is stored or updated. Throws
 * recently_denied with Retry-After, authority_unknown.
 */
export const requestCreatorAccess: AccountHandler<'requestCreatorAccess'> = async (
  { body: { coin }, principal },
  { accessRequests, authority, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const { address, account } = await authority.standing(requirePerson(principal))
  const smart = account?.wallets.filter(({ kind }) => kind === 'smart') ?? []
  const wallets = [address, ...smart.map((one) => one.address)]
  const pending = { data: { address, status: 'pending' } }
  const outcome = await accessRequests.ask(address, { coin, wallets, now: seconds }, pending)
  if (outcome.status === 'denied') {
    const wait = Math.max(1, outcome.until - seconds)
    throw new ApiError('recently_denied', `the request of ${address} was denied; try again after ${wait} seconds`, {
      'retry-after': String(wait),
    })
  }
  return {
    data: { address, status: outcome.status, ...(outcome.status === 'pending' ? { requestId: outcome.id } : {}) },
  }
}
