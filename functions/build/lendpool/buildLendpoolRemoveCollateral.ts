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
import { describeRepay, limitWarnings } from './loanWording.ts'
import { NOTHING_PLANNED } from './nothingPlanned.ts'
import { planRepay } from './planRepay.ts'
import { readLendpool } from './readLendpool.ts'

/**
 * Builds a `repayDebt` of a lending pool (Ajna ERC-20 pool) that takes collateral of the sender's own loan back and repays
 * nothing. What stays must cover the debt.
 *
 * Throws invalid_request for a pool that the factory did not make and for two limits, demo_vault.
 */
export const buildLendpoolRemoveCollateral: Handler<typeof build.buildLendpoolRemoveCollateral, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { pool, borrower, collateralAmountToPull: pull, collateralReceiver: receiver = borrower } = body
  const limit = limitOf(body)
  const from = senderOf(principal, body.from)
  const lendpool = await readLendpool(chain, { pool, borrower, sender: from })
  refuseDemoVaults('collateralReceiver', [receiver], chain.config.demoVaults, lendpool?.demoShares ?? {})
  const plan = lendpool ? planRepay(lendpool, { pool, from, borrower, amount: 0n, pull, limit }) : NOTHING_PLANNED
  return unsignedCall(
    {
      ...plan,
      from,
      action: encodeStep({
        to: pool,
        abi: lendpoolAbi,
        functionName: 'repayDebt',
        args: [borrower, 0n, pull, receiver, limit.index],
        describe: (args) => describeRepay(pool, lendpool, args),
      }),
      warnings: [...limitWarnings(limit), ...plan.warnings],
      asOf: lendpool?.asOf ?? null,
      extra: loanFields(lendpool, limit, plan.effect),
    },
    context,
  )
}
