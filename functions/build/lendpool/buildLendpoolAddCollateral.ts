import type { build } from '../../../schema/build/index.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../context.ts'
import { configuredAs } from '../../../shared/domain/provenance/provenance.ts'
import { requireProven } from '../requireProven.ts'
import { drawCall } from './drawCall.ts'
import { limitOf } from './limitOf.ts'
import { readLendpool } from './readLendpool.ts'

/**
 * Builds a `drawDebt` of a lending pool (Ajna ERC-20 pool) that pledges the sender's collateral for a loan, its own or
 * another's, and borrows nothing. The collateral is approved if the allowance is too small.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault, contract_not_proven.
 */
export const buildLendpoolAddCollateral: Handler<typeof build.buildLendpoolAddCollateral, BuildContext> = defineBuilder(
  async ({ body, from }, context) => {
    const { pool, borrower, collateralToPledge, collateralToPledgeDecimal } = body
    const limit = limitOf(body)
    const lendpool = await readLendpool(
      context.chain,
      { pool, borrower, sender: from },
      { field: 'borrower', address: borrower },
    )
    const provenance = lendpool?.provenance ?? configuredAs(context.chain.config, ['lendpool'], pool)
    const unproven = requireProven({ field: 'pool', address: pool, provenance }, body.allowUnproven)
    const pledge = baseUnits(givenIn(collateralToPledge, collateralToPledgeDecimal), lendpool?.collateral ?? null)
    const call = drawCall(lendpool, { pool, from, borrower, amount: 0n, pledge, limit })
    return {
      ...call,
      issues: [...unproven, ...call.issues],
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
