import type { Address } from 'viem'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { IdentityProvider } from '../../../shared/idp/IdentityProvider.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { AccountHandler } from '../context.ts'
import { requireAccount } from '../requireAccount.ts'

/** Another request may change the account in between; after three rounds it is an outage. */
const ROUNDS = 3

/**
 * Removes a wallet from the account of the session, the smart wallets that were linked through it, and their sessions. The
 * session's own wallet stays, so that the account never loses its last.
 *
 * Throws account_not_found, wallet_session, last_login_method, wallet_not_external, store_unavailable, and if the account has a user at the
 * identity provider, identity_provider_unavailable and identity_provider_not_configured: only the provider knows which keys it holds.
 */
export const disconnectExternalWallet: AccountHandler<'disconnectExternalWallet'> = async (
  { body: { address }, principal },
  { authority, accountWallets, sessions, provider, now },
) => {
  for (let round = 0; round < ROUNDS; round++) {
    const { account, address: own } = await requireAccount(authority, principal, 'unlinking')
    if (!account.wallets.some((one) => one.address === address)) return { data: answer(account, round > 0) }
    if (address === own) throw new ApiError('last_login_method')
    if (canonicalCswOf(account) === address)
      throw new ApiError('wallet_not_external', 'address: is the canonical smart wallet of the account')
    if (await isEmbedded(address, account, provider))
      throw new ApiError(
        'wallet_not_external',
        'address: is an embedded wallet, whose private key the identity provider holds',
      )
    if (account.proofs.some(({ wallet, owner }) => wallet === own && owner === address))
      throw new ApiError(
        'last_login_method',
        'address: is the owner of this session’s smart wallet; sign in with another wallet first',
      )
    const removed = await accountWallets.remove(account.profileId, address, own, Math.floor(now() / 1000))
    const all = account.wallets.map((one) => one.address)
    await sessions.end(all, { wallets: removed, signers: all })
  }
  throw new ApiError('store_unavailable')

  function answer({ wallets, canonicalWallet }: Account, disconnected: boolean) {
    return { address, disconnected, wallets: wallets.map((one) => one.address), canonicalWallet }
  }
}

/** Whether the identity provider holds the wallet's key for a user of the account. */
async function isEmbedded(address: Address, { linked }: Account, provider: IdentityProvider): Promise<boolean> {
  const ids = linked.flatMap(({ kind, id }) => (kind === 'idp' ? [id] : []))
  const users = await Promise.all(ids.map((id) => provider.findUser(id)))
  return users.some((user) => user?.wallets.some((one) => one.kind === 'embedded' && one.address === address))
}
