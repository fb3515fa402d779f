import { LAST_TICK } from './biddingCalls.ts'
import type { Bidding } from './Bidding.ts'

/** A bid's price and where the auction starts searching for its place, in Q96. */
export interface BidPrice {
  readonly requested: bigint
  /** At a multiple of the tick spacing, not above what was requested. */
  readonly price: bigint
  readonly prevTickPrice: bigint
  /** Whether someone has already bid this price: then the auction knows its place. */
  readonly isTick: boolean
  /** Whether `prevTickPrice` is directly below the price, as far as is known. */
  readonly isNearest: boolean
}

/** The highest multiple of the tick spacing that is not above a price. */
export const toTick = ({ tickSpacing }: Bidding['terms'], price: bigint): bigint => price - (price % tickSpacing)

/**
 * Rounds to a tick, and finds the price directly below it among those that were read, or uses the one that was given.
 */
export function bidPrice({ terms }: Bidding, requested: bigint, given: bigint | undefined): BidPrice {
  const price = toTick(terms, requested)
  const walks = [terms.ticksFromFloor, terms.ticksFromActive].map((walk) =>
    // A price without a successor was never bid.
    walk.flatMap((tick) => (tick.price !== null && tick.next ? [{ price: tick.price, next: tick.next }] : [])),
  )
  const ticks = walks.flat()
  const below = ticks.filter((tick) => tick.price < price)
  const found = below.reduce((best, tick) => (tick.price > best.price ? tick : best), {
    price: terms.floorPrice,
    // The first price that is bid comes directly after the floor.
    next: terms.nextBidId === 0n ? LAST_TICK : 0n,
  })
  return {
    requested,
    price,
    prevTickPrice: given ?? found.price,
    isTick: ticks.some((tick) => tick.price === price) || (price === requested && hasNext(terms.tickOfPrice)),
    isNearest: given !== undefined || found.next >= price,
  }
}

const hasNext = (tick: { readonly next: bigint } | null): boolean => tick !== null && tick.next !== 0n

/** Whether the auction refuses the price's predecessor (TickPreviousPriceInvalid); the floor is always accepted. */
export const isRefusedHint = (
  { terms }: Bidding,
  { price, prevTickPrice, isTick }: BidPrice,
  isGiven: boolean,
): boolean =>
  isGiven &&
  !isTick &&
  (prevTickPrice >= price || (prevTickPrice !== terms.floorPrice && terms.tickOfHint?.next === 0n))
