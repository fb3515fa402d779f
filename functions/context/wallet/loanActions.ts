import { type Address, maxUint256 } from 'viem'
import { LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { drawDebt } from '../../../shared/domain/lendpool/drawDebt.ts'
import type { Lendpool, PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { debtWithMargin, floorToScale, leastDebt } from '../../../shared/domain/lendpool/loanMath.ts'
import { repayDebt } from '../../../shared/domain/lendpool/repayDebt.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { between, offer, type Wait, type WalletAction } from './action.ts'
import { isDemo, type Found } from './Found.ts'

/** A pool counts debt without its interest: a smaller repayment, in WAD, may round down to nothing. */
const LEAST_REPAYMENT = 1_000_000n
const WAD = 10n ** 18n

/** A builder of calls on a loan, and between which amounts (WAD) of one field it has no objection. */
interface Move {
  readonly token: PoolToken
  readonly min: bigint
  /** Null where there is nothing to move. */
  readonly max: bigint | 'max' | null
  readonly issues: (amount: bigint) => readonly { readonly code: string }[]
}

export function loanActions(found: Found, pool: Address, lendpool: Lendpool): WalletAction[] {
  const { wallet } = found
  if (isDemo(found, pool, wallet)) return []
  const { loan, quote, collateral, isInAuction } = lendpool
  const parties = { from: wallet, borrower: wallet, limitIndex: LAST_BUCKET }
  const common = {
    body: { from: wallet, pool, borrower: wallet },
    waits: [isInAuction ? ({ code: 'loan_in_auction' } satisfies Wait) : null],
  }
  const repay = boundsOf({
    token: quote,
    min: LEAST_REPAYMENT > quote.scale ? LEAST_REPAYMENT : quote.scale,
    max: mostToRepay(lendpool),
    issues: (amount) => repayDebt(lendpool, { ...parties, amount, pull: 0n }).issues,
  })
  const pledge = boundsOf({
    token: collateral,
    min: collateral.scale,
    max: (collateral.balance ?? 0n) * collateral.scale,
    issues: (amount) => drawDebt(lendpool, { ...parties, amount: 0n, pledge: amount }).issues,
  })
  const pull = boundsOf({
    token: collateral,
    min: collateral.scale,
    max: mostToPull(lendpool),
    issues: (amount) => repayDebt(lendpool, { ...parties, amount: 0n, pull: amount }).issues,
  })
  return [
    repay &&
      offer('buildLendpoolRepay', {
        ...common,
        why: `The wallet owes ${wadAmount(loan.debt, quote)} and holds ${tokenText(quote.balance ?? 0n, quote)}.`,
        bounds: { maxQuoteTokenAmountToRepay: repay },
      }),
    pledge &&
      offer('buildLendpoolAddCollateral', {
        ...common,
        why: `The wallet has a loan from the pool and holds ${tokenText(collateral.balance ?? 0n, collateral)}.`,
        bounds: { collateralToPledge: pledge },
      }),
    pull &&
      offer('buildLendpoolRemoveCollateral', {
        ...common,
        why: `The loan has collateral of ${wadAmount(loan.collateral, collateral)}, more than its debt requires.`,
        bounds: { collateralAmountToPull: pull },
      }),
  ].filter((action) => action !== null)
}

/** Null if one of the two amounts would be refused for another reason than a liquidation, which passes. */
function boundsOf({ token, min, max, issues }: Move) {
  if (max === null || (max !== 'max' && max < min)) return null
  const isRefused = [min, max === 'max' ? maxUint256 : max].some((amount) =>
    issues(amount).some(({ code }) => code !== 'loan_in_auction'),
  )
  return isRefused ? null : between('wad', min, max, token)
}

/** Everything, where the balance is enough with an hour's interest; else what leaves a debt that a pool accepts. */
function mostToRepay({ loan, quote, rate, poolDebt, loanCount }: Lendpool): bigint | 'max' | null {
  const held = (quote.balance ?? 0n) * quote.scale
  if (loan.debt === 0n || held === 0n || rate === null) return null
  if (held >= debtWithMargin(loan.debt, rate)) return 'max'
  const least = poolDebt === null || loanCount === null ? 0n : leastDebt(poolDebt, loanCount)
  const spare = floorToScale(loan.debt - (least > quote.scale ? least : quote.scale), quote.scale)
  return held < spare ? held : spare
}

/** Collateral beyond what the debt needs at the lowest utilized price, with an hour's interest and a hundredth to spare. */
function mostToPull({ loan, collateral, lup, rate }: Lendpool): bigint {
  if (loan.debt === 0n) return floorToScale(loan.collateral, collateral.scale)
  if (lup === null || lup.price === 0n || rate === null) return 0n
  const needed = (debtWithMargin(loan.debt, rate) * WAD * 105n) / (lup.price * 100n) + 1n
  return loan.collateral > needed ? floorToScale(loan.collateral - needed, collateral.scale) : 0n
}

/** An amount in WAD for a person, as whole tokens. */
const wadAmount = (wad: bigint, token: PoolToken) => tokenText(wad, { ...token, decimals: 18 })
