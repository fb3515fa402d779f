import type { Address } from 'viem'
import type { Account } from '../../../shared/store/accounts.ts'
import type { Amoe } from './createAmoe.ts'

/** The account of a wallet, the wallet that its entries are for, and its balance in units; zero without an account. */
export async function readCredits(
  { accounts, ledger }: Pick<Amoe, 'accounts' | 'ledger'>,
  asked: Address,
): Promise<{ wallet: Address; account: Account | null; units: number }> {
  const account = await accounts.findByWallet(asked)
  const units = account ? await ledger(account.profileId, (own) => own.balance()) : 0
  return { wallet: account?.canonicalWallet ?? asked, account, units }
}
