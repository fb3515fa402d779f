import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { seedTrend } from '../../localnet/seed.ts'
import { localTicker } from '../../localnet/world/trend.ts'
import { createTrendOps } from '../../functions/market/store/trendOps.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const d1 = prepared(() => migratedD1())

test('a start of the local world forgets what was recorded of the chain before, whose id was the same', async () => {
  const ops = createTrendOps(d1, 31337)
  const seed = () => seedTrend(d1, { chainId: 31337, coin: zeroAddress, creatorToken: null }, [], 1)
  await seed()
  const rest = {
    predictedCoin: zeroAddress,
    actor: zeroAddress,
    creatorToken: null,
    groupId: 'api',
    vaultAddress: null,
  }
  await ops.reserve({ ticker: 'OLD', tickerHash: '0x01', ...rest }, 2)
  await seed()
  expect((await ops.coins({ after: undefined, limit: 9 })).map(({ ticker }) => ticker)).toEqual([localTicker])
  expect(await ops.find('0x01')).toBeNull()
})
