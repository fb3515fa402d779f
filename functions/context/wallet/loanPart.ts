import type * as z from 'zod'
import { type Address, isAddressEqual } from 'viem'
import type { WalletLoan } from '../../../schema/context/walletParts.ts'
import { type Lendpool, lendpoolOf, type PoolToken } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { collateralizationBps } from '../../../shared/domain/lendpool/loanMath.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { NotRead } from '../NotRead.ts'
import type { WalletAction } from './action.ts'
import type { Found } from './Found.ts'
import { loanActions } from './loanActions.ts'
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
    actions: all.flatMap(({ pool, lendpool }) => loanActions(found, pool, lendpool)),
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
