import type { Auction } from '../pages/entities/answers.ts'
import type { Point } from './scale.ts'

/** The blocks at which an auction says its clearing price: the first, whose price is the floor, the last checkpoint, and that of the answer. */
export function knownPrices(auction: Auction): readonly Point[] {
  const { lifecycleStartBlock, floorPrice, lastCheckpointedBlock, clearingPrice, currentBlock, current } = auction
  const pairs = [
    [lifecycleStartBlock, floorPrice],
    [lastCheckpointedBlock, clearingPrice],
    [currentBlock, current?.clearingPrice ?? null],
  ] as const
  return pairs.flatMap(([block, price]) =>
    block === null || price === null ? [] : [{ at: Number(block), value: Number(price) }],
  )
}
