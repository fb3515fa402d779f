import type { build } from '../../../schema/build/index.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../context.ts'
import { limitOf } from './limitOf.ts'
import { readLendpool } from './readLendpool.ts'
import { repayCall } from './repayCall.ts'

/**
 * Builds a `repayDebt` of a lending pool (Ajna ERC-20 pool) that withdraws collateral of the sender's own loan and
 * repays nothing. What stays must cover the debt.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault.
 */
export const buildLendpoolRemoveCollateral: Handler<typeof build.buildLendpoolRemoveCollateral, BuildContext> =
  defineBuilder(async ({ body, from }, context) => {
    const { pool, borrower, collateralReceiver: receiver = borrower } = body
    const limit = limitOf(body)
    const lendpool = await readLendpool(
      context.chain,
      { pool, borrower, sender: from },
      { field: 'collateralReceiver', address: receiver },
    )
    const given = givenIn(body.collateralAmountToPull, body.collateralAmountToPullDecimal)
    const pull = baseUnits(given, lendpool?.collateral ?? null)
    return repayCall(lendpool, { pool, from, borrower, amount: 0n, pull, receiver, limit })
  })
