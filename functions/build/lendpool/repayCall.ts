import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { repayDebt, type Repayment } from '../../../shared/domain/lendpool/repayDebt.ts'
import { unprovenIssue } from '../requireProven.ts'
import type { BuildContext } from '../context.ts'
import { type LimitRequest, limitOf, loanFields } from './loanFields.ts'
import { repayChanges } from './loanChanges.ts'
import { coverWarnings, describeRepay, interestWarning, limitWarnings, roundingWarnings } from './loanWording.ts'
import { type LendpoolRead, readLendpool } from './readLendpool.ts'

interface RepayRequest {
  readonly body: LimitRequest & {
    readonly pool: Address
    readonly borrower: Address
    readonly collateralReceiver?: Address | undefined
  }
  readonly from: Address
}

/**
 * A `repayDebt`, the approval of what is paid if the allowance is too small, and its effect on the pool as far as that
 * was read. `amountsIn` gives the amounts in WAD, which depend on the pool's tokens.
 *
 * Throws what readLendpool and `amountsIn` throw.
 */
export async function repayCall(
  { body, from }: RepayRequest,
  { chain }: BuildContext,
  amountsIn: (lendpool: LendpoolRead | null) => Pick<Repayment, 'amount' | 'pull'>,
) {
  const { pool, borrower, collateralReceiver = borrower } = body
  const limit = limitOf(body)
  const lendpool = await readLendpool(chain, { pool, borrower, sender: from }, { collateralReceiver })
  const { amount, pull } = amountsIn(lendpool)
  const repaid = lendpool && repayDebt(lendpool, { from, borrower, amount, pull, limitIndex: limit.index })
  return {
    action: encodeStep({
      to: pool,
      abi: lendpoolAbi,
      functionName: 'repayDebt',
      args: [borrower, amount, pull, collateralReceiver, limit.index],
      describe: (args) => describeRepay(pool, lendpool, args),
    }),
    approvals: repaid
      ? approveErc20({
          token: lendpool.quote,
          spender: pool,
          amount: repaid.mostToPay,
          allowance: lendpool.quote.allowance,
        })
      : [],
    issues: [
      ...unprovenIssue({ field: 'pool', address: pool, provenance: lendpool?.provenance ?? null }),
      ...(repaid?.issues ?? []),
    ],
    meanings: repaid?.meanings ?? {},
    warnings: [
      ...limitWarnings(limit),
      ...(repaid
        ? [
            ...(amount > 0n ? roundingWarnings('maxQuoteTokenAmountToRepay', amount, lendpool.quote) : []),
            ...roundingWarnings('collateralAmountToPull', pull, lendpool.collateral),
            ...(repaid.paysAll ? [interestWarning(lendpool, repaid.mostToPay)] : []),
            ...(repaid.effect.collateral?.wad && repaid.effect.after
              ? coverWarnings(repaid.effect.after, lendpool)
              : []),
          ]
        : []),
    ],
    changes: repaid
      ? repayChanges(lendpool, repaid, {
          pool,
          info: chain.role('lendpoolInfo'),
          from,
          borrower,
          receiver: collateralReceiver,
        })
      : [],
    asOf: lendpool?.asOf,
    extra: loanFields(lendpool, limit, repaid?.effect ?? null),
    mostToPay: repaid?.mostToPay ?? null,
    paysAll: repaid?.paysAll ?? false,
  }
}
