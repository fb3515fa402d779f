import type { portfolio } from '../../../schema/account/portfolio.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { describeOwn, describePublic, withWalletsOf } from './describePortfolio.ts'
import { noProfile } from './requireProfile.ts'
import { requirePerson } from '../requirePerson.ts'

/**
 * The public profile of an address, or the caller’s own profile with all links; only with smart wallets that their contracts
 * confirm. Throws account_not_found, wallet_session, authority_unknown, store_unavailable.
 */
export const getPortfolio: Handler<typeof portfolio.getPortfolio, AccountContext> = async (
  { principal, query: { address } },
  context,
) => {
  const { portfolios, authority, accounts } = context
  if (address !== undefined) {
    const stored = await accounts.findByWallet(address)
    const account = stored && (await authority.current(stored))
    if (!account || !holds(account, address)) throw noProfile(address)
    const profile = await portfolios.profiles.find({ id: account.profileId })
    if (!profile) throw noProfile(address)
    return { data: await describePublic(withWalletsOf(profile, account), address, context) }
  }
  const person = requirePerson(principal)
  const standing = await authority.standing(person)
  if (standing.isWalletOnly) throw new ApiError('wallet_session')
  const { account } = standing
  const profile = account && (await portfolios.profiles.find({ id: account.profileId }))
  return { data: await describeOwn(profile && withWalletsOf(profile, account), person, context) }
}

const holds = ({ wallets }: Account, address: string): boolean => wallets.some((one) => one.address === address)
