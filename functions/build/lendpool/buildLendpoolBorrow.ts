import type { build } from '../../../schema/build/index.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BuildContext } from '../context.ts'
import { configuredAs } from '../../../shared/domain/provenance/provenance.ts'
import { requireProven } from '../requireProven.ts'
import { drawCall } from './drawCall.ts'
import { limitOf } from './limitOf.ts'
import { limitWarnings } from './loanWording.ts'
import { readLendpool } from './readLendpool.ts'

/**
 * Builds `drawDebt` of a lending pool (Ajna ERC-20 pool): borrows for the sender, who must be the borrower, and pledges
 * collateral with it, approved if the allowance is too small. Amounts are in WAD whatever the decimals of the tokens.
 *
 * Throws invalid_request for a pool that the factory did not make and for what baseUnits refuses, read_needed, demo_vault, contract_not_proven.
 */
export const buildLendpoolBorrow: Handler<typeof build.buildLendpoolBorrow, BuildContext> = defineBuilder(
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
    const amount = baseUnits(givenIn(body.amountToBorrow, body.amountToBorrowDecimal), lendpool?.quote ?? null)
    const pledge = baseUnits(collateralToPledge ?? collateralToPledgeDecimal ?? 0n, lendpool?.collateral ?? null)
    const { fee, ...call } = drawCall(lendpool, { pool, from, borrower, amount, pledge, limit })
    return {
      ...call,
      issues: [...unproven, ...call.issues],
      warnings: [...limitWarnings(limit), ...call.warnings],
      extra: { ...call.extra, originationFeeWad: decimal(fee) },
    }
  },
)
