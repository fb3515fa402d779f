import type { portfolio } from '../../../schema/portfolio.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { describeOwn, describePublic } from './describePortfolio.ts'
import { requireProfile } from './requireProfile.ts'
import { requirePerson } from '../requirePerson.ts'

/**
 * The profile of an address as its owner shows it, or the caller’s own with all that is linked; from D1 alone. Throws
 * account_not_found, store_unavailable.
 */
export const getPortfolio: Handler<typeof portfolio.getPortfolio, AccountContext> = async (
  { principal, query: { address } },
  context,
) => {
  const { profiles } = context.portfolios
  if (address !== undefined)
    return { data: await describePublic(await requireProfile(profiles, address), address, context) }
  const person = requirePerson(principal)
  return { data: await describeOwn(await profiles.find(person.address), person, context) }
}
