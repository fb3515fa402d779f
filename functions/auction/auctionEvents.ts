import type { z } from '@hono/zod-openapi'
import { decodeEventLog, getAddress, toEventSelector, type Address, type Hex } from 'viem'
import type { AuctionActivityItem } from '../../schema/auctionEvents.ts'
import { bidEventsAbi, exitEventsAbi } from '../../shared/abi/auctionEvents.ts'
import type { EventLog } from '../../shared/logs/EventList.ts'
import { humanAmount, humanPrice } from '../../shared/price/Money.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { Auction } from './readAuction.ts'

/** Signatures of a bid: the auction's own, and the one of an early interface. */
export const BID_TOPICS = bidEventsAbi.map((event) => toEventSelector(event))
/** Signatures of all that bids go through. */
export const ACTIVITY_TOPICS = [...BID_TOPICS, ...exitEventsAbi.map((event) => toEventSelector(event))]

const abi = [...bidEventsAbi, ...exitEventsAbi] as const

/** The event of a log; null where its data is not of its event. */
function decode({ topics, data }: EventLog) {
  const [signature, ...indexed] = topics
  if (!signature) return null
  try {
    return decodeEventLog({ abi, topics: [signature, ...indexed] satisfies [Hex, ...Hex[]], data })
  } catch {
    return null
  }
}

const NO_BID = { priceQ96: null, price: null, amount: null, amountDisplay: null, inRange: null } as const
const NO_EXIT = {
  tokensFilled: null,
  tokensFilledDisplay: null,
  currencyRefunded: null,
  currencyRefundedDisplay: null,
} as const

const placeOf = (log: EventLog) => ({
  blockNumber: String(log.blockNumber),
  blockTime: log.blockTime,
  transactionHash: log.txHash,
  logIndex: log.logIndex,
})

/** A bid, in the auction's money; nothing where the log is none. */
export function describeBid(log: EventLog, read: Auction) {
  const event = decode(log)
  if (event?.eventName !== 'BidSubmitted') return []
  const { id, owner, price, amount } = event.args
  return [{ ...placeOf(log), ...who(id, owner), ...bidFields(read, price, amount) }]
}

/** A bid, an exit or a claim; nothing where the log is none of them. */
export function describeActivity(log: EventLog, read: Auction): z.output<typeof AuctionActivityItem>[] {
  const event = decode(log)
  if (!event) return []
  if (event.eventName === 'BidSubmitted')
    return describeBid(log, read).map((bid) => ({ kind: 'bid', ...bid, ...NO_EXIT }))
  const { bidId, owner, tokensFilled } = event.args
  const { currency, token } = read.money
  const refund = event.eventName === 'BidExited' ? event.args.currencyRefunded : null
  return [
    {
      kind: refund === null ? 'claim' : 'exit',
      ...placeOf(log),
      ...who(bidId, owner),
      ...NO_BID,
      tokensFilled: String(tokensFilled),
      tokensFilledDisplay: humanAmount(token, tokensFilled),
      currencyRefunded: decimal(refund),
      currencyRefundedDisplay: humanAmount(currency, refund),
    },
  ]
}

const who = (id: bigint, owner: Address) => ({ id: String(id), owner: getAddress(owner) })

const bidFields = (read: Auction, priceQ96: bigint, amount: bigint) => ({
  priceQ96: String(priceQ96),
  price: humanPrice(read.money, priceQ96),
  amount: String(amount),
  amountDisplay: humanAmount(read.money.currency, amount),
  inRange: inRange(read, priceQ96),
})

/** A bid buys while its price is above the clearing price; at it, it buys a part of what it could. */
function inRange({ terms, current }: Auction, priceQ96: bigint): boolean | null {
  const clearing = current?.checkpoint.clearingPrice ?? terms?.clearingPrice
  return clearing === undefined ? null : priceQ96 > clearing
}

/** The clearing price that `inRange` is told by, and the block at which it holds. */
export function clearingFields({ terms, current, money, block }: Auction) {
  const clearing = current?.checkpoint.clearingPrice ?? terms?.clearingPrice ?? null
  return {
    clearingPriceQ96: decimal(clearing),
    clearingPrice: humanPrice(money, clearing),
    clearingBlock: String(block),
  }
}
