import { maxUint256, type Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { tokenText } from '../../../shared/text/wording.ts'
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
  debtWithMargin,
  floorToScale,
  INTEREST_MARGIN,
  isCovered,
  toBaseUnits,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { coverWarnings, roundingWarnings, wadText } from './loanWording.ts'
import type { Lendpool } from './readLendpool.ts'

/** A `repayDebt` of a sender. Amounts are in WAD, as in the call: 2^256 - 1 repays all. */
export interface Repayment {
  readonly pool: Address
  readonly from: Address
  readonly borrower: Address
  readonly amount: bigint
  readonly pull: bigint
  readonly limit: Limit
}

/**
 * What a pool does with a `repayDebt`: what must be approved first, why it would be refused, in the order in which the pool
 * looks, and what it makes of the loan. A repayment can raise the lowest utilized price; what that changes is told by the
 * simulation, and what its revert means by `meanings`.
 */
export function planRepay(lendpool: Lendpool, { pool, from, borrower, amount, pull, limit }: Repayment) {
  const { quote, collateral, loan, poolDebt, lup } = lendpool
  const most = amount === maxUint256 ? amount : floorToScale(amount, quote.scale)
  const [repaid, pulled] = [min(most, loan.debt), floorToScale(pull, collateral.scale)]
  const mostToPay = toBaseUnits(min(most, withInterest(lendpool)), quote.scale)
  const left = loan.collateral < pulled ? 0n : loan.collateral - pulled
  const after = { debt: loan.debt - repaid, collateral: left }
  const effect: Effect = {
    quote: amount > 0n ? { requested: amount, wad: repaid } : null,
    collateral: pull > 0n ? { requested: pull, wad: pulled } : null,
    after: loan.collateral < pulled ? null : after,
  }
  const isSafe = repaid > 0n || lup === null || isCovered(after, lup.price)
  const issues: Issue[] = [
    ...(most === 0n && pulled === 0n
      ? [
          belowScale(
            amount > 0n ? 'maxQuoteTokenAmountToRepay' : 'collateralAmountToPull',
            amount > 0n ? quote : collateral,
          ),
        ]
      : []),
    ...loanInAuction(lendpool),
    ...(most > 0n && loan.debt === 0n ? [noDebt(borrower)] : []),
    ...(most > 0n ? debtTooSmall(after.debt, poolDebt && poolDebt - repaid, lendpool) : []),
    ...(pulled > 0n ? borrowerNotSender(borrower, from) : []),
    ...(pulled > loan.collateral || (pulled > 0n && !isSafe) ? [notEnoughCollateral(lendpool, pulled)] : []),
    ...(repaid === 0n && lup !== null && lup.index > limit.index ? [limitExceeded(lendpool, limit.index)] : []),
    ...balanceTooLow(toBaseUnits(repaid, quote.scale), quote),
  ]
  return {
    approvals: approveErc20({ token: quote, spender: pool, amount: mostToPay, allowance: quote.allowance }),
    issues,
    meanings: {
      LimitIndexExceeded: limitExceeded(lendpool, limit.index),
      InsufficientCollateral: notEnoughCollateral(lendpool, pulled),
    },
    warnings: [
      ...(amount > 0n ? roundingWarnings('maxQuoteTokenAmountToRepay', amount, quote) : []),
      ...roundingWarnings('collateralAmountToPull', pull, collateral),
      ...(most > loan.debt && loan.debt > 0n ? [interestWarning(lendpool, mostToPay)] : []),
      ...(pulled > 0n && loan.collateral >= pulled ? coverWarnings(after, lendpool) : []),
    ],
    effect,
    mostToPay,
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Where the rate is not known, as much as the debt again is the margin. */
const withInterest = ({ loan, rate }: Lendpool): bigint =>
  loan.debt === 0n ? 0n : rate === null ? 2n * loan.debt : debtWithMargin(loan.debt, rate)

const noDebt = (borrower: Address): Issue => ({
  code: 'no_debt',
  message: `borrower: ${borrower} owes the pool nothing`,
  reverts: 'NoDebt',
})

function notEnoughCollateral({ loan, collateral, quote }: Lendpool, pulled: bigint): Issue {
  return {
    code: 'insufficient_collateral',
    message: `collateralAmountToPull: the loan has ${wadText(loan.collateral, collateral)}, ${wadText(pulled, collateral)} are to be taken out, and the rest must be worth 104 % of what remains of the debt ${wadText(loan.debt, quote)} at the lowest utilized price`,
    reverts: 'InsufficientCollateral',
    collateralWad: String(loan.collateral),
    debtWad: String(loan.debt),
  }
}

function interestWarning({ quote, loan }: Lendpool, mostToPay: bigint): string {
  const now = toBaseUnits(loan.debt, quote.scale)
  const short = quote.balance !== null && quote.balance < mostToPay ? ' The sender holds less than that.' : ''
  return `What is owed grows by the second: it is ${tokenText(now, quote)} at the block of asOf, and at most ${tokenText(mostToPay, quote)} within ${INTEREST_MARGIN} seconds, for which the approval suffices; the pool takes what is owed when it is mined.${short}`
}
