import type { EventLog } from '../../events/EventList.ts'
import { decodeEvent, topicsOf } from '../../events/decodeEvent.ts'
import { parseAbi } from 'viem'

/**
 * A bid on a continuous clearing auction. The auction's own event has a uint128 amount; deployments built against an
 * early interface emit a uint256, under another topic. The data of both has the same layout.
 */
export const bidEventsAbi = parseAbi([
  'event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint128 amount)',
  'event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint256 amount)',
])

/** How bids end: what they bought and what was refunded, and when the tokens were claimed. */
export const exitEventsAbi = parseAbi([
  'event BidExited(uint256 indexed bidId, address indexed owner, uint256 tokensFilled, uint256 currencyRefunded)',
  'event TokensClaimed(uint256 indexed bidId, address indexed owner, uint256 tokensFilled)',
])

const activityAbi = [...bidEventsAbi, ...exitEventsAbi] as const

/** Signatures of a bid: the auction's own, and that of an early interface. */
export const bidTopics = () => topicsOf(bidEventsAbi)
/** Signatures of every event in the life of a bid. */
export const activityTopics = () => topicsOf(activityAbi)

/** A bid, an exit or a claim; null for any other log. Prices are in Q96, amounts in base units. */
export const decodeAuctionEvent = (log: EventLog) => decodeEvent(activityAbi, log)
