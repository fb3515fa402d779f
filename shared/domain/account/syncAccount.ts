import type { IdentityUser, IdentityWallet } from '../../idp/IdentityProvider.ts'
import type { Account, LinkedAccount } from '../../store/accounts.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { type AccountStores, bringIn } from './bringIn.ts'
import type { Address } from 'viem'

/**
 * Brings a user of the identity provider into the user's account, which is opened if none exists. Wallets with a key come
 * along; a smart wallet does not: its owner is confirmed elsewhere. Accounts elsewhere are linked by name alone
 * (linkAccount). Changes nothing that is there already (bringIn), and may be repeated.
 *
 * Throws account_conflict, store_unavailable.
 */
export function syncAccount(
  { id, email, wallets }: Pick<IdentityUser, 'id' | 'wallets'> & { readonly email: string },
  stores: AccountStores,
  now: number,
): Promise<Account> {
  const signers = signersOf(wallets)
  const known = { idpUserId: id, email, linked: [], wallets: signers }
  return bringIn({ known, attached: { linked: emailPart(email), wallets: signers } }, stores, now)
}

type Seen = Pick<IdentityUser, 'id' | 'email'>
type Settling = Pick<AccountStores, 'identities'>

/** Unlinks an e-mail address that has moved, at the sight of a user who is not brought in. Throws store_unavailable. */
export async function settleEmail({ id: idpUserId, email }: Seen, { identities }: Settling): Promise<void> {
  await identities.ownersOf({ idpUserId, email, linked: [], wallets: [] })
}

/** The verified e-mail address of a user. Throws email_not_verified, store_unavailable. */
export async function requireEmail(user: Seen, stores: Settling): Promise<string> {
  if (user.email !== null) return user.email
  await settleEmail(user, stores)
  throw new ApiError('email_not_verified')
}

/** Parts of one kind that are brought in, in the provider's order. */
export const MOST = 20

/** Wallets with a key, each once. */
export const signersOf = (wallets: readonly IdentityWallet[]): Address[] =>
  [...new Set(wallets.flatMap(({ kind, address }) => (kind === 'smart' ? [] : [address])))].slice(0, MOST)

/** Accounts elsewhere of a user of the identity provider, and wallets of the SVM chain. */
export const linkedOf = ({ accounts, svmWallets }: Pick<IdentityUser, 'accounts' | 'svmWallets'>): LinkedAccount[] => [
  ...accounts.slice(0, MOST),
  ...svmWallets.slice(0, MOST).map((id) => ({ kind: 'svm' as const, id, handle: null })),
]

export const emailPart = (email: string): LinkedAccount[] => [{ kind: 'email', id: email, handle: null }]
