import type { Section } from './Section.ts'
import { PRICE_AGE } from '../../../shared/domain/vault/vaultRow.ts'
import { pricingSection } from '../report/pricingSection.ts'
import type { Check, Report } from '../report/Report.ts'
import { info, pass, warn, type Verdict } from './Verdict.ts'

/** Maximum relative difference of oracle and pool price. */
const APART = 0.1

/** Whether the oracle has a price of now that agrees with the pool, before the checks of the report about the pool. */
export function priceSection(report: Report, blockTime: number): Section {
  const { context, link } = report
  const check = (id: string, label: string, verdict: Verdict): Check => ({
    id,
    label,
    ...verdict,
    href: link(context.oracleAddress),
  })
  const { checks, ...section } = pricingSection(report)
  return {
    ...section,
    checks: [
      check('oracle-price', 'Oracle price is fresh', fresh(report, blockTime)),
      check('oracle-agrees', 'Oracle and pool prices agree', agreement(context)),
      ...checks,
    ],
  }
}

function fresh({ context, reads }: Report, blockTime: number): Verdict {
  if (!context.oracleAddress) return warn('The vault has no oracle')
  if (reads.oracle.price === null) return warn('getAssetPrice() of the oracle does not answer')
  const { oraclePriceUsd, oraclePriceTimestamp } = context
  if (oraclePriceUsd === null) return warn('The oracle has no price')
  const age = Math.max(0, blockTime - Number(oraclePriceTimestamp))
  const details = `${oraclePriceUsd} USD, ${age} seconds old`
  return age <= PRICE_AGE ? pass(details) : warn(`${details}; a price is fresh for ${PRICE_AGE} seconds`)
}

function agreement({ oraclePriceUsd, v3TwapUsdPerCreator }: Report['context']): Verdict {
  if (oraclePriceUsd === null || v3TwapUsdPerCreator === null) return info('The oracle or the pool has no price')
  const [oracle, pool] = [Number(oraclePriceUsd), Number(v3TwapUsdPerCreator)]
  const details = `Oracle ${oraclePriceUsd} USD, pool ${v3TwapUsdPerCreator} USD`
  return Math.abs(oracle - pool) <= APART * Math.max(oracle, pool) ? pass(details) : warn(details)
}
