import type { build } from '../../../schema/build.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { limitOf } from './limitOf.ts'
import { loanFields } from './loanFields.ts'
import { describeDraw } from './loanWording.ts'
import { NOTHING_PLANNED } from './nothingPlanned.ts'
import { planDraw } from './planDraw.ts'
import { readLendpool } from './readLendpool.ts'

/**
 * Builds a `drawDebt` of a lending pool (Ajna ERC-20 pool) that pledges the sender's collateral for a loan, its own or
 * another's, and borrows nothing. The collateral is approved where it is short.
 *
 * Throws invalid_request for a pool that the factory did not make and for two limits, demo_vault.
 */
export const buildLendpoolAddCollateral: Handler<typeof build.buildLendpoolAddCollateral, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { pool, borrower, collateralToPledge: pledge } = body
  const limit = limitOf(body)
  const from = senderOf(principal, body.from)
  const lendpool = await readLendpool(chain, { pool, borrower, sender: from })
  refuseDemoVaults('borrower', [borrower], chain.config.demoVaults, lendpool?.demoShares ?? {})
  const plan = lendpool ? planDraw(lendpool, { pool, from, borrower, amount: 0n, pledge, limit }) : NOTHING_PLANNED
  return unsignedCall(
    {
      ...plan,
      from,
      action: encodeStep({
        to: pool,
        abi: lendpoolAbi,
        functionName: 'drawDebt',
        args: [borrower, 0n, limit.index, pledge],
        describe: (args) => describeDraw(pool, lendpool, args),
      }),
      warnings: [
        ...(limit.isGiven ? [] : [`limitIndex was not given: ${limit.index}, which the pool looks at only to borrow.`]),
        ...plan.warnings,
        ...(borrower === from ? [] : [`Only ${borrower} can take this collateral back.`]),
      ],
      asOf: lendpool?.asOf ?? null,
      extra: loanFields(lendpool, limit, plan.effect),
    },
    context,
  )
}
