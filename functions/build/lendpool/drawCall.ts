import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { type Draw, drawDebt } from '../../../shared/domain/lendpool/drawDebt.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import type { Limit } from './limitOf.ts'
import { loanFields } from './loanFields.ts'
import { coverWarnings, describeDraw, roundingWarnings } from './loanWording.ts'
import type { LendpoolRead } from './readLendpool.ts'

interface DrawRequest extends Omit<Draw, 'limitIndex'> {
  readonly pool: Address
  readonly limit: Limit
}

/**
 * A `drawDebt`, the approval of the collateral if the allowance is too small, and its effect on the pool as far as that
 * was read.
 */
export function drawCall(lendpool: LendpoolRead | null, { pool, limit, ...request }: DrawRequest) {
  const { borrower, amount, pledge } = request
  const drawn = lendpool && drawDebt(lendpool, { ...request, limitIndex: limit.index })
  return {
    action: encodeStep({
      to: pool,
      abi: lendpoolAbi,
      functionName: 'drawDebt',
      args: [borrower, amount, limit.index, pledge],
      describe: (args) => describeDraw(pool, lendpool, args),
    }),
    approvals: drawn
      ? approveErc20({
          token: lendpool.collateral,
          spender: pool,
          amount: drawn.collateralToPay,
          allowance: lendpool.collateral.allowance,
        })
      : [],
    issues: drawn?.issues ?? [],
    meanings: drawn?.meanings ?? {},
    warnings: drawn
      ? [
          ...roundingWarnings('amountToBorrow', amount, lendpool.quote),
          ...roundingWarnings('collateralToPledge', pledge, lendpool.collateral),
          ...(drawn.effect.quote?.wad ? coverWarnings(drawn.after, lendpool) : []),
        ]
      : [],
    asOf: lendpool?.asOf,
    extra: loanFields(lendpool, limit, drawn?.effect ?? null),
    fee: drawn?.fee ?? null,
  }
}
