import type { BuildHandler } from '../context.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { drawCall } from './drawCall.ts'
import { limitWarnings } from './loanWording.ts'

/**
 * Builds `drawDebt` of a lending pool (Ajna ERC-20 pool): borrows for the sender, who must be the borrower, and pledges
 * collateral with it, approved if the allowance is too small. Amounts are in WAD whatever the decimals of the tokens.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault, contract_not_proven.
 */
export const buildLendpoolBorrow: BuildHandler<'buildLendpoolBorrow'> = defineBuilder(
  async ({ body, from }, context) => {
    const { amountToBorrow, amountToBorrowDecimal, collateralToPledge, collateralToPledgeDecimal } = body
    const { fee, limit, ...call } = await drawCall({ body, from }, context, (lendpool) => ({
      amount: baseUnits(givenIn(amountToBorrow, amountToBorrowDecimal), lendpool?.quote ?? null),
      pledge: baseUnits(collateralToPledge ?? collateralToPledgeDecimal ?? 0n, lendpool?.collateral ?? null),
    }))
    return {
      ...call,
      warnings: [...limitWarnings(limit), ...call.warnings],
      extra: { ...call.extra, originationFeeWad: decimal(fee) },
    }
  },
)
