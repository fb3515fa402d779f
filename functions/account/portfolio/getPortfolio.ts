import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { AccountHandler } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'
import { noProfile } from './createPortfolios.ts'
import { describeOwn, describePublic, withWalletsOf } from './describePortfolio.ts'

/**
 * The public profile of an address, or the caller’s own profile with all links; only with smart wallets that their contracts
 * confirm. Throws account_not_found, wallet_session, authority_unknown, store_unavailable.
 */
export const getPortfolio: AccountHandler<'getPortfolio'> = async ({ principal, query: { address } }, context) => {
  const { portfolios, authority, accounts } = context
  if (address !== undefined) {
    const current = accounts.findByWallet(address).then((stored) => stored && authority.current(stored))
    const found = await portfolios.profiles.findBeside(current, address)
    if (!found || !holds(found.account, address)) throw noProfile(address)
    return { data: await describePublic(withWalletsOf(found.profile, found.account), address, context) }
  }
  const person = requirePerson(principal)
  const own = authority.standing(person).then(({ account, isWalletOnly }) => {
    if (isWalletOnly) throw new ApiError('wallet_session')
    return account
  })
  const found = await portfolios.profiles.findBeside(own, person.address)
  return { data: await describeOwn(found && withWalletsOf(found.profile, found.account), person, context) }
}

const holds = ({ wallets }: Account, address: string): boolean => wallets.some((one) => one.address === address)
