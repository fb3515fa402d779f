import type { BuildHandler } from '../context.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { repayCall } from './repayCall.ts'

/**
 * Builds a `repayDebt` of a lending pool (Ajna ERC-20 pool) that withdraws collateral of the sender's own loan and
 * repays nothing. The remaining collateral must cover the debt.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault.
 */
export const buildLendpoolRemoveCollateral: BuildHandler<'buildLendpoolRemoveCollateral'> = defineBuilder(
  async ({ body, from }, context) =>
    repayCall({ body, from }, context, (lendpool) => ({
      amount: 0n,
      pull: baseUnits(
        givenIn(body.collateralAmountToPull, body.collateralAmountToPullDecimal),
        lendpool?.collateral ?? null,
      ),
    })),
)
