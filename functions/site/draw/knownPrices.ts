import type { Auction } from '../pages/entities/answers.ts'
import type { Point } from './scale.ts'

/**
 * The blocks at which an auction says its clearing price: the first, whose price is the floor, the last checkpoint, and that of the
 * answer, or the end if that was before.
 */
export function knownPrices(auction: Auction): readonly Point[] {
  const { lifecycleStartBlock, lifecycleEndBlock, floorPrice, lastCheckpointedBlock, clearingPrice, current } = auction
  const end = lifecycleEndBlock === null ? Infinity : Number(lifecycleEndBlock)
  const pairs = [
    [lifecycleStartBlock, floorPrice],
    [lastCheckpointedBlock, clearingPrice],
    [auction.currentBlock, current?.clearingPrice ?? null],
  ] as const
  const points = pairs.flatMap(([block, price]) =>
    block === null || price === null ? [] : [{ at: Math.min(Number(block), end), value: Number(price) }],
  )
  // The last checkpoint of an ended auction is at its end.
  return points.filter(({ at }, i) => at !== points[i + 1]?.at)
}
