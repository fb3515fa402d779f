import type { z } from '@hono/zod-openapi'
import { type Address, isAddressEqual, maxUint256 } from 'viem'
import type { WalletLoan } from '../../../schema/context/walletParts.ts'
import { LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { drawDebt } from '../../../shared/domain/lendpool/drawDebt.ts'
import { type Lendpool, lendpoolOf, type PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import {
  collateralizationBps,
  debtWithMargin,
  floorToScale,
  leastDebt,
} from '../../../shared/domain/lendpool/loanMath.ts'
import { repayDebt } from '../../../shared/domain/lendpool/repayDebt.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { NotRead } from '../NotRead.ts'
import { between, offer, type Wait, type WalletAction } from './action.ts'
import { demoWait, type Found } from './Found.ts'
import type { PoolReads } from './walletCalls.ts'

interface LoanPart {
  readonly loans: readonly z.output<typeof WalletLoan>[]
  readonly actions: readonly WalletAction[]
}

/**
 * The wallet's loans from the pools of the lanes, and what can be done with them. Borrowing is not offered: only a
 * simulation shows the price after it. Throws role_not_configured.
 */
export function loanPart(found: Found): LoanPart {
  const { lendpoolFactory: factory, lendpoolInfo: info } = found.config.contracts
  if (!factory || !info) throw new NotRead('role_not_configured')
  // A factory that answers gives the zero address where there is no pool.
  if ((found.reads.lanes ?? []).some(({ pool }) => pool && pool.address === null)) throw new NotRead('unanswered')
  const all = poolsOf(found).flatMap(({ address, reads }) => {
    const lendpool = lendpoolOf(address, { factory, info }, reads)
    const { debt, collateral } = lendpool.loan
    return debt === 0n && collateral === 0n ? [] : [{ pool: address, lendpool }]
  })
  return {
    loans: all.map(({ pool, lendpool }) => describeLoan(pool, lendpool)),
    actions: all.flatMap(({ pool, lendpool }) => actionsOf(found, pool, lendpool)),
  }
}

/** Each pool that its factory made, once. */
function poolsOf({ reads }: Found): { address: Address; reads: PoolReads }[] {
  const pools = [reads.pool, ...(reads.lanes ?? []).map((lane) => lane.pool)].flatMap((own) => {
    const address = knownAddress(own?.address ?? null)
    return own && address && own.made && isAddressEqual(own.made, address) ? [{ address, reads: own }] : []
  })
  return [...new Map(pools.map((pool) => [pool.address, pool])).values()]
}

const symbolOf = ({ symbol }: PoolToken) => plainTextOrNull(symbol, 64)

const describeLoan = (pool: Address, { loan, quote, collateral, lup, isInAuction }: Lendpool) => ({
  pool,
  debtWad: String(loan.debt),
  collateralWad: String(loan.collateral),
  quoteToken: quote.address,
  quoteSymbol: symbolOf(quote),
  collateralToken: collateral.address,
  collateralSymbol: symbolOf(collateral),
  inLiquidation: isInAuction,
  collateralizationBps: lup && decimal(collateralizationBps(loan, lup.price)),
})

function actionsOf(found: Found, pool: Address, lendpool: Lendpool): WalletAction[] {
  const { wallet } = found
  const { loan, quote, collateral, isInAuction } = lendpool
  const waits: (Wait | null)[] = [demoWait(found, pool), isInAuction ? { code: 'loan_in_auction' } : null]
  const body = { from: wallet, pool, borrower: wallet }
  const limitIndex = LAST_BUCKET
  const wad = (token: PoolToken, max: bigint | 'max') => between('wad', token.scale, max, token)
  const parties = { from: wallet, borrower: wallet, limitIndex }
  const holds = (issues: readonly { readonly code: string }[]) => issues.every(({ code }) => code === 'loan_in_auction')

  const repay = mostToRepay(lendpool)
  const pledge = (collateral.balance ?? 0n) * collateral.scale
  const pull = mostToPull(lendpool)
  const canRepay = (amount: bigint) => holds(repayDebt(lendpool, { ...parties, amount, pull: 0n }).issues)
  const canPull = (amount: bigint) => holds(repayDebt(lendpool, { ...parties, amount: 0n, pull: amount }).issues)
  const canPledge = (amount: bigint) => holds(drawDebt(lendpool, { ...parties, amount: 0n, pledge: amount }).issues)
  return [
    ...(repay !== null && canRepay(quote.scale) && canRepay(repay === 'max' ? maxUint256 : repay)
      ? [
          offer('buildLendpoolRepay', {
            why: `The wallet owes ${wadAmount(loan.debt, quote)} and holds ${tokenText(quote.balance ?? 0n, quote)}.`,
            body,
            bounds: { maxQuoteTokenAmountToRepay: wad(quote, repay) },
            waits,
          }),
        ]
      : []),
    ...(pledge > 0n && canPledge(collateral.scale) && canPledge(pledge)
      ? [
          offer('buildLendpoolAddCollateral', {
            why: `The wallet has a loan from the pool and holds ${tokenText(collateral.balance ?? 0n, collateral)}.`,
            body,
            bounds: { collateralToPledge: wad(collateral, pledge) },
            waits,
          }),
        ]
      : []),
    ...(pull >= collateral.scale && canPull(collateral.scale) && canPull(pull)
      ? [
          offer('buildLendpoolRemoveCollateral', {
            why: `The loan has ${wadAmount(loan.collateral, collateral)} as collateral, more than its debt requires.`,
            body,
            bounds: { collateralAmountToPull: wad(collateral, pull) },
            waits,
          }),
        ]
      : []),
  ]
}

/** Everything, where the balance is enough with an hour's interest; else what leaves a debt that a pool accepts. */
function mostToRepay({ loan, quote, rate, poolDebt, loanCount }: Lendpool): bigint | 'max' | null {
  const held = (quote.balance ?? 0n) * quote.scale
  if (loan.debt === 0n || held === 0n || rate === null) return null
  if (held >= debtWithMargin(loan.debt, rate)) return 'max'
  const least = poolDebt === null || loanCount === null ? 0n : leastDebt(poolDebt, loanCount)
  const spare = floorToScale(loan.debt - (least > quote.scale ? least : quote.scale), quote.scale)
  return held < spare ? held : spare > 0n ? spare : null
}

/** Collateral beyond what the debt needs at the lowest utilized price, with an hour's interest and a hundredth to spare. */
function mostToPull({ loan, collateral, lup, rate }: Lendpool): bigint {
  if (loan.debt === 0n) return floorToScale(loan.collateral, collateral.scale)
  if (lup === null || lup.price === 0n || rate === null) return 0n
  const needed = (debtWithMargin(loan.debt, rate) * 10n ** 18n * 105n) / (lup.price * 100n) + 1n
  return loan.collateral > needed ? floorToScale(loan.collateral - needed, collateral.scale) : 0n
}

const wadAmount = (wad: bigint, token: PoolToken) => tokenText(wad, { ...token, decimals: 18 })
