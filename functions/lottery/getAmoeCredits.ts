import type { amoe } from '../../schema/amoe.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { creditFields } from './amoe/credits.ts'
import { readCredits } from './amoe/readCredits.ts'
import type { LotteryContext } from './LotteryContext.ts'

/**
 * The credits of the account that a wallet is linked to, from its ledger itself and not from the projection: whoever has
 * just been told of a credit or a debit finds it here. Zeros for a wallet without an account.
 *
 * Throws store_unavailable.
 */
export const getAmoeCredits: Handler<typeof amoe.getAmoeCredits, LotteryContext> = async (
  { query: { wallet: asked } },
  context,
) => {
  const { wallet, account, units } = await readCredits(context.amoe, asked)
  return { data: { wallet, accountRequired: account === null, ...creditFields(units) } }
}
