import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import { confirmationContext } from './createPortfolios.ts'

/**
 * A sealed confirmation of the deletion of the caller’s account, for ten minutes. Nothing is stored. Throws
 * session_not_configured, account_not_found, wallet_session, authority_unknown, store_unavailable.
 */
export const requestPortfolioDeletion: AccountHandler<'requestPortfolioDeletion'> = async (
  { principal },
  { authority, now, portfolios },
) => {
  const sealer = portfolios.confirmations()
  const { account, address } = await authority.requireAccount(requirePerson(principal), 'stored')
  const { whatIsDeleted, whatIsKept } = await import('./deletionParts.ts')
  const moment = now()
  return {
    data: {
      confirmation: await sealer.seal(moment, confirmationContext(account.profileId, address)),
      expiresAt: new Date(moment + sealer.ttlSeconds * 1000).toISOString(),
      whatIsDeleted: [...whatIsDeleted],
      whatIsKept: [...whatIsKept],
    },
  }
}
