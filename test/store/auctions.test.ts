import { expect, test } from 'vitest'
import { createAuctions } from '../../shared/store/auctions.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { queryPlan } from './queryPlan.ts'

const vault = `0x${'11'.repeat(20)}` as const

test.each([{ skeleton: 'aurora' }, { address: vault }])(
  'auctions about %j are found without a look at every pair of vault and auction',
  async (what) => {
    const plan = await queryPlan(await migratedD1(), (d1) => createAuctions(openDatabase(d1)).about(1, what, 9))
    expect(plan).toContain('SEARCH auctions')
    expect(plan).toContain('vaults')
    expect(plan).not.toContain('CORRELATED')
  },
)
