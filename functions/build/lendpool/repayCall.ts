import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { repayDebt, type Repayment } from '../../../shared/domain/lendpool/repayDebt.ts'
import { unprovenIssue } from '../requireProven.ts'
import type { Limit } from './limitOf.ts'
import { loanFields } from './loanFields.ts'
import { coverWarnings, describeRepay, interestWarning, limitWarnings, roundingWarnings } from './loanWording.ts'
import type { LendpoolRead } from './readLendpool.ts'

interface RepayRequest extends Omit<Repayment, 'limitIndex'> {
  readonly pool: Address
  /** Who gets the collateral. */
  readonly receiver: Address
  readonly limit: Limit
}

/**
 * A `repayDebt`, the approval of what is paid if the allowance is too small, and its effect on the pool as far as that
 * was read.
 */
export function repayCall(lendpool: LendpoolRead | null, { pool, receiver, limit, ...request }: RepayRequest) {
  const { borrower, amount, pull } = request
  const repaid = lendpool && repayDebt(lendpool, { ...request, limitIndex: limit.index })
  return {
    action: encodeStep({
      to: pool,
      abi: lendpoolAbi,
      functionName: 'repayDebt',
      args: [borrower, amount, pull, receiver, limit.index],
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
    asOf: lendpool?.asOf,
    extra: loanFields(lendpool, limit, repaid?.effect ?? null),
    mostToPay: repaid?.mostToPay ?? null,
    paysAll: repaid?.paysAll ?? false,
  }
}
