import { expect, test } from 'vitest'
import {
  bidWindow,
  clearingPriceQ96,
  leastBidPriceQ96,
  soldBps,
  WHOLE_SUPPLY_MPS,
} from '../../../shared/domain/auction/clearing.ts'

const blocks = { startBlock: 100n, endBlock: 200n }
const checkpoint = (cumulativeMps: number) => ({ clearingPrice: 5n, cumulativeMps })

test.each([
  [99n, null, 'not_started'],
  [99n, WHOLE_SUPPLY_MPS, 'not_started'],
  // No checkpoint can be tried at the block before the first one.
  [100n, null, 'open'],
  [101n, null, 'tokens_not_received'],
  [101n, 0, 'open'],
  [199n, WHOLE_SUPPLY_MPS - 1, 'open'],
  [199n, WHOLE_SUPPLY_MPS, 'sold_out'],
  // The end block is the first that does not accept bids.
  [200n, 0, 'over'],
  [200n, WHOLE_SUPPLY_MPS, 'over'],
  [200n, null, 'tokens_not_received'],
] as const)('in block %d with %s of the supply sold an auction of blocks 100 to 200 is %s', (block, sold, expected) => {
  expect(bidWindow(blocks, sold === null ? null : checkpoint(sold), block)).toBe(expected)
})

test('the clearing price is that of a simulated checkpoint, else the last one reported', () => {
  expect(clearingPriceQ96({ clearingPrice: 3n }, checkpoint(0))).toBe(5n)
  expect(clearingPriceQ96({ clearingPrice: 3n }, null)).toBe(3n)
})

test.each([
  [0n, 10n, 10n],
  [9n, 10n, 10n],
  [10n, 10n, 20n],
  [11n, 10n, 20n],
  [2n ** 200n, 1n, 2n ** 200n + 1n],
])('above a clearing price of %d in steps of %d the lowest price is %d', (clearing, spacing, least) => {
  expect(leastBidPriceQ96(clearing, spacing)).toBe(least)
})

test('what is sold is given in basis points, rounded down', () => {
  expect(
    [0, 999, 1000, 5_000_000, WHOLE_SUPPLY_MPS - 1, WHOLE_SUPPLY_MPS].map((mps) => soldBps({ cumulativeMps: mps })),
  ).toEqual([0, 0, 1, 5000, 9999, 10_000])
})
