import { pad, toHex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { toSortable } from '../../shared/store/sortable.ts'
import { pageOf, type VaultPosition, type VaultRow, type VaultSort } from '../../shared/store/vaults.ts'
import { queryPlan } from './queryPlan.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const ROWS = 3000
const SORTS: VaultSort[] = ['volume1d', 'volume1w', 'volume1y', 'marketCap', 'fees24h', 'createdAt']

/** Many ties in every column: 50 values of each, 40 times. Amounts reach past 2^53. */
const row = (n: number): VaultRow => {
  const amount = (factor: number) => toSortable(BigInt((n * factor) % 50) * 10n ** 16n)
  const texts = [`Vault ${n}`, n % 100 === 7 ? 'Ünïcode 50%_off\\' : 'plain']
  return {
    chain: 1,
    vault: pad(toHex((n * 7919) % ROWS), { size: 20 }),
    creatorCoin: pad(toHex(n), { size: 20 }),
    shareToken: null,
    kind: 0,
    name: texts[0] ?? null,
    symbol: 'V',
    shareName: null,
    shareSymbol: null,
    coinName: null,
    coinSymbol: null,
    coinDecimals: 18,
    search: texts.join('\n').toLowerCase(),
    skeletons: '',
    active: n % 10 !== 3,
    prelaunch: false,
    graduatedAt: null,
    settledAt: null,
    settlementStage: null,
    createdAt: 1000 + (n % 50),
    updatedAt: 2000 + ((n * 3) % 40),
    price: null,
    // An unknown value has no text, and comes last.
    marketCap: n % 7 === 0 ? '' : amount(3),
    volume1d: n % 2 ? amount(7) : toSortable(0n),
    volume1w: amount(11),
    volume1y: amount(13),
    fees24h: amount(17),
    sums: '{}',
    summedHour: 0,
  }
}
const rows = Array.from({ length: ROWS }, (_, n) => row(n))

let store: Store
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  store = createStore(d1)
  await store.vaults.save(1, rows, [], { number: 1, time: 1 })
  await store.vaults.save(
    2,
    rows.slice(0, 5).map((r) => ({ ...r, chain: 2 })),
    [],
    { number: 1, time: 1 },
  )
})

const keys = (page: readonly VaultRow[]) => page.map((r) => r.vault)

async function allPages(sort: VaultSort, limit: number): Promise<VaultRow[]> {
  const seen: VaultRow[] = []
  for (;;) {
    const last = seen.at(-1)
    const after: VaultPosition | undefined = last && [last[sort], last.updatedAt, last.vault]
    const page = await store.vaults.page({ chain: 1, sort, limit, after })
    seen.push(...page)
    if (page.length < limit) return seen
  }
}

describe.each(SORTS)('sorted by %s', (sort) => {
  it('pages give every active vault once, in a total order', async () => {
    const expected = pageOf(rows, { sort, limit: ROWS })
    expect(expected).toHaveLength(ROWS * 0.9)
    expect(keys(await allPages(sort, 500))).toEqual(keys(expected))
  })

  it('a deep page is an index seek', async () => {
    const after: VaultPosition = [rows[5]?.[sort] ?? 0, 2010, '0x']
    const plan = await queryPlan(d1, (spied) => createStore(spied).vaults.page({ chain: 1, sort, limit: 40, after }))
    expect(plan).toMatch(/^SEARCH vaults USING INDEX vaults_by_\w+ \(chain=\? AND .*<\(\?,\?,\?\).*\)$/)
  })
})

const found = async (search: string) =>
  (await store.vaults.page({ chain: 1, sort: 'createdAt', limit: ROWS, search })).length

describe('filters', () => {
  it('by text find names whatever the case, and wildcards stand for themselves', async () => {
    expect(await found('ünïcode')).toBe(30)
    expect(await found('50%_off\\')).toBe(30)
    expect(await found('%')).toBe(30)
    expect(await found('v_ult')).toBe(0)
    expect(await found("' or 1=1 --")).toBe(0)
    expect(await found('vault 1234')).toBe(1)
  })

  it('keep chains apart', async () => {
    expect(await store.vaults.page({ chain: 2, sort: 'createdAt', limit: 100 })).toHaveLength(4)
  })
})

describe('saving', () => {
  it('gives back what was put, and removes what left', async () => {
    const [first, second] = rows
    if (!first || !second) throw new Error('no rows')
    await store.vaults.save(
      3,
      [
        { ...first, chain: 3, price: '5', active: true },
        { ...second, chain: 3 },
      ],
      [],
      { number: 9, time: 9 },
    )
    await store.vaults.save(3, [], [second.vault], { number: 9, time: 9 })
    expect(await store.vaults.all(3)).toEqual([{ ...first, chain: 3, price: '5', active: true }])
  })
})
