import { creditFields, UNITS_PER_CREDIT } from '../../shared/domain/lottery/amoe/credits.ts'
import { readCredits } from './amoe/readCredits.ts'
import type { LotteryHandler } from './context.ts'

/**
 * The credits that a wallet can spend, from the ledger of its account itself and not from the projection, so a credit
 * or debit that was just answered is included. Zeros for a wallet without an account. Nothing else about the account is
 * revealed: not its other wallets, and of its pending entries only those of this wallet.
 *
 * Throws store_unavailable.
 */
export const getAmoeCredits: LotteryHandler<'getAmoeCredits'> = async ({ query: { wallet } }, context) => {
  const { account, units, pending } = await readCredits(context.amoe, wallet)
  return {
    data: {
      wallet,
      accountRequired: account === null,
      ...creditFields(units),
      pending: {
        entries: pending.entries,
        credits: pending.units / UNITS_PER_CREDIT,
        deadline: pending.deadline,
      },
    },
  }
}
