import type * as z from 'zod'
import type { Address } from 'viem'
import type { WalletCredits } from '../../../schema/context/walletParts.ts'
import { creditFields } from '../../../shared/domain/lottery/amoe/credits.ts'
import type { WalletsContext } from '../context.ts'

/** The credits of a wallet's account, as getAmoeCredits answers anybody. Throws store_unavailable. */
export async function creditsOf(
  wallet: Address,
  { accounts, standing }: Pick<WalletsContext, 'accounts' | 'standing'>,
): Promise<z.output<typeof WalletCredits>> {
  const account = await accounts.findByWallet(wallet)
  const own = account && (await standing(account.profileId, wallet))
  const { credits, entriesAvailable } = creditFields(own?.units ?? 0)
  return {
    credits,
    entriesAvailable,
    accountRequired: account === null,
    pendingEntries: own?.pending.entries ?? 0,
  }
}
