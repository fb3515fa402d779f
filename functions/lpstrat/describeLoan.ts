import type { z } from '@hono/zod-openapi'
import { formatUnits } from 'viem'
import type { LpStrategy } from '../../schema/lpstrat.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { LoanReads } from './strategyCalls.ts'

/**
 * The strategy's loan; null where its generation has none. What could not be read is null, never zero: a debt that is not
 * known is no debt of nothing.
 */
export function describeLoan(reads: LoanReads): z.output<typeof LpStrategy>['lendpool'] {
  if (reads.pool === null) return null
  const pool = knownAddress(reads.pool)
  const [, readable = null, debt = null, collateral = null, ratioBps = null] = (pool && reads.position) ?? []
  const thresholdPrice = debt ? (reads.borrower?.[3] ?? null) : null
  const [, , , , lup = null, lupIndex = null] = reads.prices ?? []
  return {
    pool,
    quoteToken: knownAddress(reads.quoteToken),
    collateralToken: knownAddress(reads.collateralToken),
    borrowEnabled: reads.borrowEnabled,
    maxDebt: decimal(reads.maxDebt),
    minCollateralRatioBps: decimal(reads.minCollateralRatioBps),
    readable,
    debt: readable ? decimal(debt) : null,
    collateral: readable ? decimal(collateral) : null,
    // Without a debt the contract answers the largest number there is.
    collateralRatioBps: readable && debt ? decimal(ratioBps) : null,
    thresholdPrice: fromWad(thresholdPrice),
    thresholdPriceWad: decimal(thresholdPrice),
    lup: fromWad(lup),
    lupWad: decimal(lup),
    lupIndex: decimal(lupIndex),
  }
}

const fromWad = (value: bigint | null): string | null => (value === null ? null : formatUnits(value, 18))
