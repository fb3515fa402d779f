import type { Address } from 'viem'
import type { IdentityUser, IdentityWallet } from '../../idp/IdentityProvider.ts'
import type { LinkedAccount } from '../../store/accounts.ts'

/** Parts of one kind that are brought in, in the provider's order. */
export const MOST = 20

/** Wallets with a key, each once. */
export const signersOf = (wallets: readonly IdentityWallet[]): Address[] =>
  [...new Set(wallets.flatMap(({ kind, address }) => (kind === 'smart' ? [] : [address])))].slice(0, MOST)

/** What a user of the identity provider has elsewhere: accounts, and wallets of the SVM chain. */
export const linkedOf = ({ accounts, svmWallets }: Pick<IdentityUser, 'accounts' | 'svmWallets'>): LinkedAccount[] => [
  ...accounts.slice(0, MOST),
  ...svmWallets.slice(0, MOST).map((id) => ({ kind: 'svm' as const, id, handle: null })),
]

export const emailPart = (email: string): LinkedAccount[] => [{ kind: 'email', id: email, handle: null }]
