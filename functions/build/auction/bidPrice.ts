import { LAST_TICK } from '../../../shared/domain/auction/auctionAbi.ts'
import type { Bidding } from './readBidding.ts'

/** A bid's price and where the auction begins to look for its place, in Q96. */
export interface BidPrice {
  readonly requested: bigint
  /** At a multiple of the tick spacing, not above what was requested. */
  readonly price: bigint
  readonly prevTickPrice: bigint
  /** Whether the price is one that was bid already: then the auction has its place. */
  readonly isTick: boolean
  /** Whether `prevTickPrice` is right below the price, as far as is known. */
  readonly isNearest: boolean
}

/** Rounds to a tick, and finds the price right below it among those that were read, or takes the one that was given. */
export function bidPrice({ terms }: Bidding, requested: bigint, given: bigint | undefined): BidPrice {
  const price = requested - (requested % terms.tickSpacing)
  const walks = [terms.ticksFromFloor, terms.ticksFromActive].map((walk) =>
    // A price that has none after it was never bid.
    walk.flatMap((tick) => (tick.price !== null && tick.next ? [{ price: tick.price, next: tick.next }] : [])),
  )
  const ticks = walks.flat()
  const below = ticks.filter((tick) => tick.price < price)
  const found = below.reduce((best, tick) => (tick.price > best.price ? tick : best), {
    price: terms.floorPrice,
    // The first price that is bid comes right after the floor.
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

/** Whether the auction refuses the price's predecessor (TickPreviousPriceInvalid); the floor is one in any auction. */
export const isRefusedHint = (
  { terms }: Bidding,
  { price, prevTickPrice, isTick }: BidPrice,
  isGiven: boolean,
): boolean =>
  isGiven &&
  !isTick &&
  (prevTickPrice >= price || (prevTickPrice !== terms.floorPrice && terms.tickOfHint?.next === 0n))

/** What tokens cost now: after a simulated checkpoint, or as the auction last told. */
export const clearingPriceOf = ({ checkpoint, terms }: Bidding): bigint =>
  checkpoint?.clearingPrice ?? terms.clearingPrice

/** The lowest price that is above the clearing price and a multiple of the tick spacing. */
export const leastPrice = (bidding: Bidding): bigint =>
  (clearingPriceOf(bidding) / bidding.terms.tickSpacing + 1n) * bidding.terms.tickSpacing
