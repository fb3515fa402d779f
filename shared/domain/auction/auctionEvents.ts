import type { EventLog } from '../../events/EventList.ts'
import { decodeEvent, topicsOf } from '../../events/decodeEvent.ts'
import { bidEventsAbi, exitEventsAbi } from './auctionEventsAbi.ts'

const activityAbi = [...bidEventsAbi, ...exitEventsAbi] as const

/** Signatures of a bid: the auction's own, and that of an early interface. */
export const BID_TOPICS = topicsOf(bidEventsAbi)
/** Signatures of every event in the life of a bid. */
export const ACTIVITY_TOPICS = topicsOf(activityAbi)

/** A bid, an exit or a claim; null for any other log. Prices are in Q96, amounts in base units. */
export const decodeAuctionEvent = (log: EventLog) => decodeEvent(activityAbi, log)
