import type { portfolio } from '../../../schema/portfolio.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { describeOwn } from './describePortfolio.ts'
import { readChanges } from './readChanges.ts'
import { noProfile } from './requireProfile.ts'
import { requirePerson } from '../requirePerson.ts'

/**
 * Sets the fields of the caller’s profile that are sent, in one statement. Throws invalid_request, account_not_found,
 * store_unavailable.
 */
export const updatePortfolio: Handler<typeof portfolio.updatePortfolio, AccountContext> = async (
  { body, principal },
  context,
) => {
  const person = requirePerson(principal)
  const profile = await context.portfolios.profiles.update(person.address, readChanges(body))
  if (!profile) throw noProfile(person.address)
  return { data: await describeOwn(profile, person, context) }
}
