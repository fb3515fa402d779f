import type { Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { insufficientBalance } from '../token/insufficientBalance.ts'
import type { Lendpool } from './lendpoolCalls.ts'
import { belowScale, borrowerNotSender, debtTooSmall, limitExceeded, loanInAuction } from './loanIssues.ts'
import {
  collateralizationBps,
  type Effect,
  feeOf,
  floorToScale,
  isCovered,
  type Loan,
  toBaseUnits,
} from './loanMath.ts'
import { wadText } from './wadText.ts'

/** A `drawDebt` of a sender. Amounts are in WAD, as in the call. */
export interface Draw {
  readonly from: Address
  readonly borrower: Address
  readonly amount: bigint
  readonly pledge: bigint
  readonly limitIndex: bigint
}

/**
 * Effect of a `drawDebt` on a pool: amounts, reasons to refuse in the order of its checks, and the resulting loan. The
 * lowest utilized price afterwards is not known here, only that it is not higher than now; the simulation shows what
 * follows from it, and `meanings` says what that means.
 */
export function drawDebt(lendpool: Lendpool, { from, borrower, amount, pledge, limitIndex }: Draw) {
  const { quote, collateral, loan, available, poolDebt, lup, feeRate } = lendpool
  const [borrowed, pledged] = [floorToScale(amount, quote.scale), floorToScale(pledge, collateral.scale)]
  const collateralToPay = toBaseUnits(pledged, collateral.scale)
  const fee = feeRate === null ? null : feeOf(borrowed, feeRate)
  const after = { debt: loan.debt + borrowed + (fee ?? 0n), collateral: loan.collateral + pledged }
  const effect: Effect = {
    quote: amount > 0n ? { requested: amount, wad: borrowed } : null,
    collateral: pledge > 0n ? { requested: pledge, wad: pledged } : null,
    after: fee === null && borrowed > 0n ? null : after,
  }
  const [field, token] =
    amount > 0n ? (['amountToBorrow', quote] as const) : (['collateralToPledge', collateral] as const)
  const isLimited = lup !== null && lup.index > limitIndex
  const issues: Issue[] = [
    ...(available !== null && borrowed > available ? [notEnoughLiquidity(borrowed, available, lendpool)] : []),
    ...loanInAuction(lendpool),
    ...(borrowed === 0n && pledged === 0n ? [belowScale(field, token)] : []),
    ...(borrowed > 0n
      ? [
          ...borrowerNotSender(borrower, from),
          ...debtTooSmall(after.debt, poolDebt, lendpool),
          ...(isLimited ? [limitExceeded(lendpool, limitIndex)] : []),
          ...(lup !== null && !isCovered(after, lup.price) ? [underCollateralized(after, lendpool)] : []),
        ]
      : []),
    ...insufficientBalance(collateralToPay, collateral.balance, collateral),
  ]
  return {
    /** Payment of the sender, in base units of the collateral token. */
    collateralToPay,
    /** Origination fee of the borrowed amount, in WAD; null if the pool's rate is unknown. */
    fee,
    effect,
    /** The loan afterwards; without a fee if that is not known. */
    after,
    issues,
    meanings: {
      LimitIndexExceeded: limitExceeded(lendpool, limitIndex),
      BorrowerUnderCollateralized: underCollateralized(after, lendpool),
    },
  }
}

const notEnoughLiquidity = (wanted: bigint, available: bigint, { quote }: Lendpool): Issue => ({
  code: 'insufficient_liquidity',
  message: `amountToBorrow: the pool can lend ${wadText(available, quote)}, less than ${wadText(wanted, quote)}`,
  reverts: 'InsufficientLiquidity',
  availableWad: String(available),
})

function underCollateralized(after: Loan, { lup, quote, collateral }: Lendpool): Issue {
  const bps = lup && collateralizationBps(after, lup.price)
  return {
    code: 'under_collateralized',
    message: `the debt would be ${wadText(after.debt, quote)} and the collateral ${wadText(after.collateral, collateral)}; the collateral must be worth at least 104 % of the debt at the resulting lowest utilized price, so pledge more or borrow less`,
    reverts: 'BorrowerUnderCollateralized',
    debtWad: String(after.debt),
    collateralWad: String(after.collateral),
    collateralizationBps: bps === null ? null : String(bps),
  }
}
