import type { EventLog } from '../../logs/EventList.ts'
import { decodeEvent, topicsOf } from '../../logs/decodeEvent.ts'
import { bidEventsAbi, exitEventsAbi } from './auctionEventsAbi.ts'

const activityAbi = [...bidEventsAbi, ...exitEventsAbi] as const

/** Signatures of a bid: the auction's own, and the one of an early interface. */
export const BID_TOPICS = topicsOf(bidEventsAbi)
/** Signatures of all that bids go through. */
export const ACTIVITY_TOPICS = topicsOf(activityAbi)

/** A bid, an exit or a claim; null for any other log. Prices are in Q96, amounts in base units. */
export const decodeAuctionEvent = (log: EventLog) => decodeEvent(activityAbi, log)
