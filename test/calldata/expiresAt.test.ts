import { expect, it } from 'vitest'
import { expiresAt } from '../../shared/calldata/expiresAt.ts'

const asOf = { chainId: 1, blockNumber: '1000', timestamp: 50_000, source: 'rpc' } as const
const config = { blockTimeMs: 2000 }

it('is the first of the bounds that lies ahead', () => {
  expect(expiresAt(asOf, config, { block: 1001n })).toEqual({ block: '1001', time: null })
  expect(expiresAt(asOf, config, { times: [49_999n, 60_000n, 50_001n, 50_000n] })).toEqual({
    block: null,
    time: 50_001,
  })
  expect(expiresAt(asOf, config, { block: 1500n, times: [60_000n] })).toEqual({ block: '1500', time: 60_000 })
})

it('is a stated time after the block where no bound lies ahead', () => {
  for (const bounds of [{}, { block: 1000n }, { times: [0n, 50_000n] }])
    expect(expiresAt(asOf, config, bounds)).toEqual({ block: '1150', time: 50_300 })
  expect(expiresAt(asOf, config, {}, 30)).toEqual({ block: '1015', time: 50_030 })
  expect(expiresAt(asOf, { blockTimeMs: 0 }, {}, 30)).toEqual({ block: null, time: 50_030 })
})

it('is not known without a block', () => {
  expect(expiresAt(null, config, { block: 5n })).toBeNull()
})
