import type { BuildHandler } from '../context.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { drawCall } from './drawCall.ts'

/**
 * Builds a `drawDebt` of a lending pool (Ajna ERC-20 pool) that pledges the sender's collateral for a loan, its own or
 * another's, and borrows nothing. The collateral is approved if the allowance is too small.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault, contract_not_proven.
 */
export const buildLendpoolAddCollateral: BuildHandler<'buildLendpoolAddCollateral'> = defineBuilder(
  async ({ body, from }, context) => {
    const { borrower, collateralToPledge, collateralToPledgeDecimal } = body
    const { limit, ...call } = await drawCall({ body, from }, context, (lendpool) => ({
      amount: 0n,
      pledge: baseUnits(givenIn(collateralToPledge, collateralToPledgeDecimal), lendpool?.collateral ?? null),
    }))
    return {
      ...call,
      warnings: [
        ...(limit.isGiven ? [] : [`limitIndex is ${limit.index} by default; the pool checks it only when you borrow.`]),
        ...call.warnings,
        ...(borrower === from
          ? []
          : [`The collateral belongs to the loan of ${borrower}, and only that address can withdraw it.`]),
      ],
    }
  },
)
