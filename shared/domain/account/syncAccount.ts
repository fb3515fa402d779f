import type { IdentityUser } from '../../idp/IdentityProvider.ts'
import type { Account } from '../../store/accounts.ts'
import { type AccountStores, bringIn } from './bringIn.ts'
import { emailPart, signersOf } from './partsOf.ts'

/**
 * Brings a user of the identity provider into the account that its verified e-mail address resolves to, which is opened if
 * there is none. Wallets with a key come along; a smart wallet does not: its owner is confirmed elsewhere. What the user has
 * elsewhere is linked by name alone (linkAccount). Changes nothing that is there already, and may be repeated.
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
