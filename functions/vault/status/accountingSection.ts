import type { Section } from './Section.ts'
import type { Check, Report } from '../report/Report.ts'
import { ABSENT, fail, info, pass, warn, type Verdict } from './Verdict.ts'

type Reads = Report['reads']

/** The vault's own constants: 1e18 shares, and the virtual assets and shares of its price. */
const [SCALE, VIRTUAL_ASSETS, VIRTUAL_SHARES] = [10n ** 18n, 1n, 1000n]

/**
 * Whether the vault's figures agree with each other, and with the coins that are there. Amounts are in base units, of the
 * coin or of vault shares.
 */
export function accountingSection({ reads, context, link }: Report, held: bigint | null): Section {
  const check = (id: string, label: string, verdict: Verdict): Check => ({
    id,
    label,
    ...verdict,
    href: link(context.vault),
  })
  return {
    id: 'accounting',
    title: 'Accounting',
    description: 'Whether the vault’s figures agree with each other',
    checks: [
      check('idle-assets', 'Vault holds its recorded idle coins', idle(reads, held)),
      check('debt', 'Total debt is the sum of the strategies’ debts', debt(reads)),
      check('strategy-assets', 'Strategies’ assets cover their debts', backing(reads)),
      check('total-assets', 'Total assets are idle coins plus strategies', total(reads, held)),
      check('share-price', 'Share price matches assets and supply', price(reads)),
      check('withdrawal-queue', 'Withdrawal queue is empty', queue(reads)),
      check('supply-cap', 'Supply is below its maximum', cap(reads)),
    ],
  }
}

function idle({ vault: { coinBalance } }: Reads, held: bigint | null): Verdict {
  if (coinBalance === null) return ABSENT
  if (held === null) return warn('balanceOf() of the creator coin does not answer')
  return held >= coinBalance
    ? pass(`${coinBalance}`)
    : fail(`The vault records ${coinBalance} base units and holds ${held}`)
}

/** Null where a value is not there. */
const sum = (values: readonly (bigint | null)[]): bigint | null =>
  values.reduce<bigint | null>((all, value) => (all === null || value === null ? null : all + value), 0n)

const isWhole = ({ strategies: { count, list } }: Reads): boolean => count === BigInt(list.length)
const IN_PART = info('The vault has more strategies than were read')

function debt(reads: Reads): Verdict {
  const { totalDebt } = reads.vault
  if (totalDebt === null) return ABSENT
  if (!isWhole(reads)) return IN_PART
  const debts = sum(reads.strategies.list.map((strategy) => strategy.debt))
  if (debts === null) return warn('strategyDebt() does not answer for every strategy')
  return debts === totalDebt
    ? pass(`${totalDebt}`)
    : fail(`totalDebt() is ${totalDebt}, the sum of the debts is ${debts}`)
}

function backing({ strategies: { list } }: Reads): Verdict {
  const live = list.filter(({ impaired, isActive }) => impaired !== true && isActive !== false)
  if (live.length === 0) return info('No strategy is in use')
  const [owed, has] = [sum(live.map((one) => one.debt)), sum(live.map((one) => one.totalAssets))]
  if (owed === null || has === null) return warn('The debt or the value of a strategy could not be read')
  // A pool's prices move all the time, and interest is rounded: a small difference does not count.
  return has >= owed || agree(has, owed)
    ? pass(`Assets ${has}, debts ${owed}`)
    : warn(`Assets ${has}, debts ${owed}: a loss is not reported yet`)
}

/** As the contract counts: a strategy that is off or impaired is worth nothing, one that does not report its value, its debt. */
function worth(strategy: Reads['strategies']['list'][number]): bigint | null {
  const { impaired, isActive, totalAssets, debt: owed, maxAssets } = strategy
  if (impaired === true || isActive === false) return 0n
  if (isActive === null || totalAssets === null) return owed
  const most = maxAssets === null || maxAssets === 0n ? owed : maxAssets
  return most === null || totalAssets < most ? totalAssets : most
}

function total(reads: Reads, held: bigint | null): Verdict {
  const { totalAssets, coinBalance } = reads.vault
  if (totalAssets === null) return fail('totalAssets() does not answer, so shares have no price')
  if (!isWhole(reads)) return IN_PART
  const own = coinBalance !== null && held !== null && held < coinBalance ? held : coinBalance
  const parts = sum([own, ...reads.strategies.list.map(worth)])
  if (parts === null) return info('The value of a part could not be read')
  return agree(totalAssets, parts)
    ? pass(`${totalAssets}`)
    : warn(`totalAssets() is ${totalAssets}, the sum of the parts is ${parts}`)
}

/** Within a hundredth: generations differ in how they round and cap. */
const agree = (a: bigint, b: bigint): boolean => (a > b ? a - b : b - a) * 100n <= (a > b ? a : b)

function price({ vault: { pricePerShare, totalAssets, totalSupply } }: Reads): Verdict {
  if (totalSupply === 0n) return info('No shares exist')
  if (pricePerShare === null) return ABSENT
  if (pricePerShare === 0n) return fail('pricePerShare() is 0 although shares exist')
  if (totalAssets === null || totalSupply === null) return warn('totalAssets() or totalSupply() does not answer')
  const expected = ((totalAssets + VIRTUAL_ASSETS) * SCALE) / (totalSupply + VIRTUAL_SHARES)
  return agree(pricePerShare, expected)
    ? pass(`${pricePerShare} for 1e18 base units of vault shares`)
    : warn(`pricePerShare() is ${pricePerShare}, but assets and supply result in ${expected}`)
}

function queue({ vault: { totalQueuedWithdrawalShares: queued, pricePerShare, liquidity } }: Reads): Verdict {
  if (queued === null) return ABSENT
  if (queued === 0n) return pass()
  const due = pricePerShare === null ? null : (queued * pricePerShare) / SCALE
  const isCovered = due !== null && liquidity !== null && due <= liquidity.instantIdleAssets
  return isCovered
    ? info(`${queued} base units of vault shares are queued; idle coins cover them`)
    : warn(`${queued} base units of vault shares are queued, and idle coins may not cover them`)
}

function cap({ vault: { maxTotalSupply, totalSupply } }: Reads): Verdict {
  if (maxTotalSupply === null || totalSupply === null) return ABSENT
  return totalSupply < maxTotalSupply
    ? pass()
    : warn(`The supply ${totalSupply} has reached its maximum ${maxTotalSupply}`)
}
