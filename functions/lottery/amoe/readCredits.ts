import type { Address } from 'viem'
import type { Account } from '../../../shared/store/accounts.ts'
import type { CreditStanding } from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import type { Amoe } from './createAmoe.ts'

const NOTHING: CreditStanding = { units: 0, pending: { entries: 0, units: 0, deadline: null } }

/**
 * The account of a wallet and its balance, and this wallet's pending entries; zeros without an account. Anyone may ask,
 * so nothing here may reveal the account's other wallets.
 */
export async function readCredits(
  { accounts, ledger }: Pick<Amoe, 'accounts' | 'ledger'>,
  wallet: Address,
): Promise<CreditStanding & { account: Account | null }> {
  const account = await accounts.findByWallet(wallet)
  const standing = account ? await ledger(account.profileId, (own) => own.standing(wallet)) : NOTHING
  return { ...standing, account }
}
