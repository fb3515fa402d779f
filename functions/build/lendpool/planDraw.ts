import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import type { Issue } from '../../../schema/calldata.ts'
import type { Limit } from './limitOf.ts'
import type { Effect } from './loanFields.ts'
import {
  balanceTooLow,
  belowScale,
  borrowerNotSender,
  debtTooSmall,
  limitExceeded,
  loanInAuction,
} from './loanIssues.ts'
import {
  collateralizationBps,
  floorToScale,
  isCovered,
  toBaseUnits,
  withFee,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { coverWarnings, roundingWarnings, wadText } from './loanWording.ts'
import type { Loan } from '../../../shared/domain/lendpool/loanMath.ts'
import type { Lendpool } from './readLendpool.ts'

/** A `drawDebt` of a sender. Amounts are in WAD, as in the call. */
export interface Draw {
  readonly pool: Address
  readonly from: Address
  readonly borrower: Address
  readonly amount: bigint
  readonly pledge: bigint
  readonly limit: Limit
}

/**
 * What a pool does with a `drawDebt`: what must be approved first, why it would be refused, in the order in which the pool
 * looks, and what it makes of the loan. The lowest utilized price after it is not known here, only that it is not higher
 * than now; what follows from it is told by the simulation, and what that means by `meanings`.
 */
export function planDraw(lendpool: Lendpool, { pool, from, borrower, amount, pledge, limit }: Draw) {
  const { quote, collateral, loan, available, poolDebt, lup } = lendpool
  const [borrowed, pledged] = [floorToScale(amount, quote.scale), floorToScale(pledge, collateral.scale)]
  const needed = toBaseUnits(pledged, collateral.scale)
  const after = { debt: loan.debt + withFee(borrowed, lendpool.feeRate ?? 0n), collateral: loan.collateral + pledged }
  const effect: Effect = {
    quote: amount > 0n ? { requested: amount, wad: borrowed } : null,
    collateral: pledge > 0n ? { requested: pledge, wad: pledged } : null,
    after: lendpool.feeRate === null && borrowed > 0n ? null : after,
  }
  const field = amount > 0n ? 'amountToBorrow' : 'collateralToPledge'
  const token = amount > 0n ? quote : collateral
  const isLimited = borrowed > 0n && lup !== null && lup.index > limit.index
  const issues: Issue[] = [
    ...(available !== null && borrowed > available ? [notEnough(borrowed, available, lendpool)] : []),
    ...loanInAuction(lendpool),
    ...(borrowed === 0n && pledged === 0n ? [belowScale(field, token)] : []),
    ...(borrowed > 0n
      ? [
          ...borrowerNotSender(borrower, from),
          ...debtTooSmall(after.debt, poolDebt, lendpool),
          ...(isLimited ? [limitExceeded(lendpool, limit.index)] : []),
          ...(lup !== null && !isCovered(after, lup.price) ? [underCollateralized(after, lendpool)] : []),
        ]
      : []),
    ...balanceTooLow(needed, collateral),
  ]
  return {
    approvals: approveErc20({ token: collateral, spender: pool, amount: needed, allowance: collateral.allowance }),
    issues,
    meanings: {
      LimitIndexExceeded: limitExceeded(lendpool, limit.index),
      BorrowerUnderCollateralized: underCollateralized(after, lendpool),
    },
    warnings: [
      ...roundingWarnings('amountToBorrow', amount, quote),
      ...roundingWarnings('collateralToPledge', pledge, collateral),
      ...(borrowed > 0n ? coverWarnings(after, lendpool) : []),
    ],
    effect,
  }
}

const notEnough = (wanted: bigint, available: bigint, { quote }: Lendpool): Issue => ({
  code: 'insufficient_liquidity',
  message: `amountToBorrow: the pool has ${wadText(available, quote)}, less than ${wadText(wanted, quote)}`,
  reverts: 'InsufficientLiquidity',
  availableWad: String(available),
})

function underCollateralized(after: Loan, { lup, quote, collateral }: Lendpool): Issue {
  const bps = lup && collateralizationBps(after, lup.price)
  return {
    code: 'under_collateralized',
    message: `the debt would be ${wadText(after.debt, quote)} and the collateral ${wadText(after.collateral, collateral)}, which must be worth 104 % of it at the lowest utilized price that this leaves; pledge more or borrow less`,
    reverts: 'BorrowerUnderCollateralized',
    debtWad: String(after.debt),
    collateralWad: String(after.collateral),
    collateralizationBps: bps === null ? null : String(bps),
  }
}
