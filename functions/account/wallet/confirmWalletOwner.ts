import type { Hash } from 'viem'
import type { wallet } from '../../../schema/wallet.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { MOST_WALLETS } from '../../../shared/store/accountWallets.ts'
import { readOwnership } from '../../../shared/domain/account/readOwnership.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'
import { requireAccount } from '../requireAccount.ts'

/**
 * What a smart wallet says of an owner now, and the link that follows from it: the account has proven the owner, the chain
 * proves that it owns the wallet. Repeating it changes nothing.
 *
 * Throws account_not_found, wallet_authority_mismatch, not_a_smart_wallet, account_conflict, wallet_limit_reached,
 * store_unavailable, and what a chain read throws.
 */
export const confirmWalletOwner: Handler<typeof wallet.confirmWalletOwner, AccountContext> = async (
  { body: { smartWallet, ownerAddress, txHash }, principal },
  context,
) => {
  const { chain } = context
  const { account } = await requireAccount(context.accounts, principal)
  if (!account.wallets.some(({ address, kind }) => kind === 'owner' && address === ownerAddress))
    throw new ApiError('wallet_authority_mismatch', 'ownerAddress: is not a wallet with a key of the signed-in account')
  const { asOf, ...said } = await readOwnership(chain, { smartWallet, ownerAddress, txHash: hashOf(txHash) })
  const isOwn = ({ wallets }: Account) => wallets.some(({ address }) => address === smartWallet)
  const after = said.status === 'owner_confirmed' && !isOwn(account) ? await link(account.profileId, context) : account
  return {
    asOf,
    data: { chainId: asOf.chainId, ...said, linked: isOwn(after), canonicalWallet: after.canonicalWallet },
  }

  async function link(profileId: string, { accounts, accountWallets, now }: AccountContext): Promise<Account> {
    await accountWallets.linkSmart(profileId, smartWallet, ownerAddress, Math.floor(now() / 1000))
    const holder = await accounts.findByWallet(smartWallet)
    if (holder?.profileId === profileId) return holder
    if (holder) throw new ApiError('account_conflict', 'smartWallet: belongs to another account, which linked it first')
    const own = await accounts.findById(profileId)
    if (own && own.wallets.length >= MOST_WALLETS) throw new ApiError('wallet_limit_reached')
    // The owner was removed in between.
    throw new ApiError('wallet_authority_mismatch', 'ownerAddress: is no longer a wallet of the signed-in account')
  }
}

const hashOf = (text: string | undefined): Hash | undefined => (text === undefined ? undefined : `0x${text.slice(2)}`)
