import type { portfolio } from '../../../schema/account/portfolio.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { accountOf } from '../../../shared/domain/authority/accountOf.ts'
import { describeOwn, withWalletsOf } from './describePortfolio.ts'
import { readChanges } from './readChanges.ts'
import { noProfile } from './requireProfile.ts'
import { requirePerson } from '../requirePerson.ts'

/**
 * Sets the fields of the caller’s profile that are sent, in one statement. Throws invalid_request, account_not_found,
 * wallet_session, authority_unknown, store_unavailable.
 */
export const updatePortfolio: Handler<typeof portfolio.updatePortfolio, AccountContext> = async (
  { body, principal },
  context,
) => {
  const person = requirePerson(principal)
  const changes = readChanges(body)
  const { profiles } = context.portfolios
  const found = await profiles.findBeside(context.authority.standing(person).then(accountOf), person.address)
  if (!found) throw noProfile(person.address)
  const { account, profile: before } = found
  const profile = { ...before, fields: { ...before.fields, ...changes } }
  const answer = { data: await describeOwn(withWalletsOf(profile, account), person, context) }
  if (!(await profiles.update(account.profileId, changes, answer))) throw noProfile(person.address)
  return answer
}
