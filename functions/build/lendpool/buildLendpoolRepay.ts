import type { BuildHandler } from '../context.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { INTEREST_MARGIN } from '../../../shared/domain/lendpool/loanMath.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { repayCall } from './repayCall.ts'

/**
 * Builds `repayDebt` of a lending pool (Ajna ERC-20 pool): repays a loan, one's own or another's, in part or in full
 * ("max"), and withdraws one's own collateral with it. The most that the pool can take is approved if the allowance is
 * too small.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault.
 */
export const buildLendpoolRepay: BuildHandler<'buildLendpoolRepay'> = defineBuilder(async ({ body, from }, context) => {
  const { mostToPay, paysAll, ...call } = await repayCall({ body, from }, context, (lendpool) => {
    const given = givenIn(body.maxQuoteTokenAmountToRepay, body.maxQuoteTokenAmountToRepayDecimal)
    const pulled = body.collateralAmountToPull ?? body.collateralAmountToPullDecimal ?? 0n
    return {
      amount: baseUnits(given, lendpool?.quote ?? null),
      pull: baseUnits(pulled, lendpool?.collateral ?? null),
    }
  })
  return {
    ...call,
    // The approval covers the interest until then.
    expires: paysAll && call.asOf ? { times: [BigInt(call.asOf.timestamp) + INTEREST_MARGIN] } : undefined,
    extra: { ...call.extra, mostToPay: decimal(mostToPay), interestMarginSec: Number(INTEREST_MARGIN) },
  }
})
