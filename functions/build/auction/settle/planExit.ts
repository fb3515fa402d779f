import type { Issue } from '../../../../schema/issues.ts'
import { humanPrice } from '../../../../shared/domain/auction/Money.ts'
import { alreadyExited, bidNotFound } from './settlementIssues.ts'
import type { Exiting } from './readExit.ts'

/** How a bid ends: with which call, and what keeps it from that now. */
export interface ExitPlan {
  readonly settlement: 'filled' | 'partlyFilled' | 'refunded' | null
  /** Blocks of the checkpoints that exitPartiallyFilledBid takes; undefined for exitBid. */
  readonly hints?: { readonly lastFullyFilled: bigint; readonly outbid: bigint }
  readonly issues: readonly Issue[]
}

/**
 * The exit of a bid by the rules of the auction (Uniswap CCA): exitBid for one above the last price and for an auction that
 * failed, exitPartiallyFilledBid for one at or below the price.
 */
export function planExit(exiting: Exiting): ExitPlan {
  const { bid, nextBlock, endBlock, isGraduated, price } = exiting
  if (!bid) return { settlement: null, issues: [bidNotFound()] }
  if (bid.exitedBlock > 0n) return { settlement: null, issues: [alreadyExited(bid)] }
  const isOver = nextBlock >= endBlock
  if (!isOver) return beforeEnd(exiting, bid.maxPrice)
  if (!isGraduated) return { settlement: 'refunded', issues: [] }
  if (bid.maxPrice > price) return { settlement: 'filled', issues: [] }
  return { settlement: 'partlyFilled', hints: hintsAt(exiting, bid.maxPrice, endBlock), issues: [] }
}

/** Before the end only a bid that the auction has recorded as outbid can exit, and only if the auction has graduated. */
function beforeEnd(exiting: Exiting, maxPrice: bigint): ExitPlan {
  const { endBlock, isGraduated, nextBlock, money, price } = exiting
  const hints = hintsAt(exiting, maxPrice, null)
  const human = humanPrice(money, price)
  if (hints.outbid === 0n)
    return {
      settlement: null,
      issues: [
        price > maxPrice
          ? {
              code: 'outbid_not_recorded',
              message: `the clearing price ${price}${human === null ? '' : ` (${human})`} is above the bid, but the auction has not recorded that; build again after its next bid, which records it, or from block ${endBlock} on`,
              reverts: 'AuctionIsNotOver',
            }
          : {
              code: 'auction_not_over',
              message: `the bid is not outbid, so it can exit from block ${endBlock} on, in ${endBlock - nextBlock} blocks`,
              reverts: 'AuctionIsNotOver',
              endBlock: String(endBlock),
            },
      ],
    }
  const notGraduated: Issue = {
    code: 'auction_not_graduated',
    message: `the auction has not raised its minimum yet; an outbid bid can exit when it has, or from block ${endBlock} on`,
    reverts: 'CannotPartiallyExitBidBeforeGraduation',
    endBlock: String(endBlock),
  }
  return { settlement: 'partlyFilled', hints, issues: isGraduated ? [] : [notGraduated] }
}

/**
 * The last checkpoint below a price, and the first one above it; 0 without one. After the end, the checkpoint of the last
 * block counts too: the transaction makes it if nobody has.
 */
function hintsAt({ points, price }: Exiting, maxPrice: bigint, end: bigint | null) {
  const known = end !== null && (points.at(-1)?.block ?? 0n) < end ? [...points, { block: end, price }] : points
  const lastFullyFilled = known.findLast((point) => point.price < maxPrice)?.block ?? 0n
  const outbid = known.find((point) => point.price > maxPrice)?.block ?? 0n
  return { lastFullyFilled, outbid }
}
