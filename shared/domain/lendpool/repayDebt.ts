import { maxUint256, type Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { insufficientBalance } from '../token/insufficientBalance.ts'
import type { Lendpool } from './lendpoolCalls.ts'
import { belowScale, borrowerNotSender, debtTooSmall, limitExceeded, loanInAuction } from './loanIssues.ts'
import { debtWithMargin, type Effect, floorToScale, isCovered, toBaseUnits } from './loanMath.ts'
import { wadText } from './wadText.ts'

/** A `repayDebt` of a sender. Amounts are in WAD, as in the call: 2^256 - 1 repays all. */
export interface Repayment {
  readonly from: Address
  readonly borrower: Address
  readonly amount: bigint
  readonly pull: bigint
  readonly limitIndex: bigint
}

/**
 * Effect of a `repayDebt` on a pool: amounts, reasons to refuse in the order of its checks, and the resulting loan. A
 * repayment can raise the lowest utilized price; the simulation shows what that changes, and `meanings` says what its
 * revert means.
 */
export function repayDebt(lendpool: Lendpool, { from, borrower, amount, pull, limitIndex }: Repayment) {
  const { quote, collateral, loan, poolDebt, lup } = lendpool
  const most = amount === maxUint256 ? amount : floorToScale(amount, quote.scale)
  const [repaid, pulled] = [min(most, loan.debt), floorToScale(pull, collateral.scale)]
  const left = loan.collateral < pulled ? null : loan.collateral - pulled
  const after = { debt: loan.debt - repaid, collateral: left ?? 0n }
  const effect: Effect = {
    quote: amount > 0n ? { requested: amount, wad: repaid } : null,
    collateral: pull > 0n ? { requested: pull, wad: pulled } : null,
    after: left === null ? null : after,
  }
  const [field, token] =
    amount > 0n ? (['maxQuoteTokenAmountToRepay', quote] as const) : (['collateralAmountToPull', collateral] as const)
  const isSafe = repaid > 0n || lup === null || isCovered(after, lup.price)
  const issues: Issue[] = [
    ...(most === 0n && pulled === 0n ? [belowScale(field, token)] : []),
    ...loanInAuction(lendpool),
    ...(most > 0n && loan.debt === 0n ? [noDebt(borrower)] : []),
    ...(most > 0n ? debtTooSmall(after.debt, poolDebt && poolDebt - repaid, lendpool) : []),
    ...(pulled > 0n ? borrowerNotSender(borrower, from) : []),
    ...(left === null || (pulled > 0n && !isSafe) ? [notEnoughCollateral(lendpool, pulled)] : []),
    ...(repaid === 0n && lup !== null && lup.index > limitIndex ? [limitExceeded(lendpool, limitIndex)] : []),
    ...insufficientBalance(toBaseUnits(repaid, quote.scale), quote.balance, quote),
  ]
  return {
    /** The most that the call lets the pool take, in WAD. */
    offered: most,
    /** The most that the sender pays, with interest until it is mined, in base units of the quote token. */
    mostToPay: toBaseUnits(min(most, withInterest(lendpool)), quote.scale),
    /** More than the debt is offered: the pool takes what is owed when the call is mined. */
    paysAll: most > loan.debt && loan.debt > 0n,
    effect,
    issues,
    meanings: {
      LimitIndexExceeded: limitExceeded(lendpool, limitIndex),
      InsufficientCollateral: notEnoughCollateral(lendpool, pulled),
    },
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** If the rate is not known, the margin is as large as the debt. */
const withInterest = ({ loan, rate }: Lendpool): bigint =>
  loan.debt === 0n ? 0n : rate === null ? 2n * loan.debt : debtWithMargin(loan.debt, rate)

const noDebt = (borrower: Address): Issue => ({
  code: 'no_debt',
  message: `borrower: ${borrower} has no debt in the pool`,
  reverts: 'NoDebt',
})

function notEnoughCollateral({ loan, collateral, quote }: Lendpool, pulled: bigint): Issue {
  return {
    code: 'insufficient_collateral',
    message: `collateralAmountToPull: the call withdraws ${wadText(pulled, collateral)} of ${wadText(loan.collateral, collateral)}; the rest must be worth at least 104 % of the remaining debt (now ${wadText(loan.debt, quote)}) at the lowest utilized price`,
    reverts: 'InsufficientCollateral',
    collateralWad: String(loan.collateral),
    debtWad: String(loan.debt),
  }
}
