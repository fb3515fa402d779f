import type { build } from '../../../schema/build.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { neededLimitOf } from './limitOf.ts'
import { loanFields } from './loanFields.ts'
import { feeOf } from './loanMath.ts'
import { describeDraw, limitWarnings } from './loanWording.ts'
import { NOTHING_PLANNED } from './nothingPlanned.ts'
import { planDraw } from './planDraw.ts'
import { readLendpool } from './readLendpool.ts'

/**
 * Builds `drawDebt` of a lending pool (Ajna ERC-20 pool): borrows for the sender, who must be the borrower, and pledges
 * collateral with it, approved where it is short. Amounts are in WAD whatever the decimals of the tokens.
 *
 * Throws invalid_request for a pool that the factory did not make and for no limit or two, demo_vault.
 */
export const buildLendpoolBorrow: Handler<typeof build.buildLendpoolBorrow, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { pool, borrower, amountToBorrow: amount, collateralToPledge: pledge = 0n } = body
  const limit = neededLimitOf(body)
  const from = senderOf(principal, body.from)
  const lendpool = await readLendpool(chain, { pool, borrower, sender: from })
  refuseDemoVaults('borrower', [borrower], chain.config.demoVaults, lendpool?.demoShares ?? {})
  const plan = lendpool ? planDraw(lendpool, { pool, from, borrower, amount, pledge, limit }) : NOTHING_PLANNED
  const fee = lendpool?.feeRate && plan.effect.quote ? feeOf(plan.effect.quote.wad, lendpool.feeRate) : null
  return unsignedCall(
    {
      ...plan,
      from,
      action: encodeStep({
        to: pool,
        abi: lendpoolAbi,
        functionName: 'drawDebt',
        args: [borrower, amount, limit.index, pledge],
        describe: (args) => describeDraw(pool, lendpool, args),
      }),
      warnings: [...limitWarnings(limit), ...plan.warnings],
      asOf: lendpool?.asOf ?? null,
      extra: { ...loanFields(lendpool, limit, plan.effect), originationFeeWad: fee === null ? null : String(fee) },
    },
    context,
  )
}
