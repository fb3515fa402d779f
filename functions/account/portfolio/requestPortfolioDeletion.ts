import type { portfolio } from '../../../schema/portfolio.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { confirmationContext } from './confirmationContext.ts'
import { whatIsDeleted, whatIsKept } from './deletionParts.ts'
import { requireProfile } from './requireProfile.ts'
import { requirePerson } from '../requirePerson.ts'

/**
 * A sealed confirmation of the deletion of the caller’s account, for ten minutes. Nothing is stored. Throws
 * session_not_configured, account_not_found, store_unavailable.
 */
export const requestPortfolioDeletion: Handler<typeof portfolio.requestPortfolioDeletion, AccountContext> = async (
  { principal },
  { now, portfolios },
) => {
  const sealer = portfolios.confirmations()
  const { address } = requirePerson(principal)
  const { id } = await requireProfile(portfolios.profiles, address)
  const moment = now()
  return {
    data: {
      confirmation: await sealer.seal(moment, confirmationContext(id, address)),
      expiresAt: new Date(moment + sealer.ttlSeconds * 1000).toISOString(),
      whatIsDeleted: [...whatIsDeleted],
      whatIsKept: [...whatIsKept],
    },
  }
}
