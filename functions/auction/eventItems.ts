import type * as z from 'zod'
import { getAddress, type Address } from 'viem'
import type { AuctionActivityItem } from '../../schema/auction/events.ts'
import { decodeAuctionEvent } from '../../shared/domain/auction/auctionEvents.ts'
import { clearingPriceQ96 } from '../../shared/domain/auction/clearing.ts'
import type { EventLog } from '../../shared/events/EventList.ts'
import { humanAmount, humanPrice } from '../../shared/domain/auction/Money.ts'
import { decimal } from '../../shared/text/decimal.ts'
import type { Auction } from '../../shared/domain/auction/readAuction.ts'

const NO_BID = { priceQ96: null, price: null, amount: null, amountDisplay: null, inRange: null } as const
const NO_EXIT = {
  tokensFilled: null,
  tokensFilledDisplay: null,
  currencyRefunded: null,
  currencyRefundedDisplay: null,
} as const

const positionOf = (log: EventLog) => ({
  blockNumber: String(log.blockNumber),
  blockTime: log.blockTime,
  transactionHash: log.txHash,
  logIndex: log.logIndex,
})

/** A bid, in the auction's currency; empty for a log that is not a bid. */
export function bidItems(log: EventLog, read: Auction) {
  const event = decodeAuctionEvent(log)
  if (event?.eventName !== 'BidSubmitted') return []
  const { id, owner, price, amount } = event.args
  return [{ ...positionOf(log), ...who(id, owner), ...bidFields(read, price, amount) }]
}

/** A bid, an exit or a claim; empty for any other log. */
export function activityItems(log: EventLog, read: Auction): z.output<typeof AuctionActivityItem>[] {
  const event = decodeAuctionEvent(log)
  if (!event) return []
  if (event.eventName === 'BidSubmitted') return bidItems(log, read).map((bid) => ({ kind: 'bid', ...bid, ...NO_EXIT }))
  const { bidId, owner, tokensFilled } = event.args
  const { currency, token } = read.money
  const refund = event.eventName === 'BidExited' ? event.args.currencyRefunded : null
  return [
    {
      kind: refund === null ? 'claim' : 'exit',
      ...positionOf(log),
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

/** A bid buys while its price is above the clearing price; at the clearing price it is filled only in part. */
const inRange = (read: Auction, priceQ96: bigint): boolean | null => {
  const clearing = clearingOf(read)
  return clearing === null ? null : priceQ96 > clearing
}

const clearingOf = ({ terms, current }: Auction): bigint | null => terms && clearingPriceQ96(terms, current?.checkpoint)

/** The clearing price that decides `inRange`, and its block. */
export function clearingFields(read: Auction) {
  const clearing = clearingOf(read)
  return {
    clearingPriceQ96: decimal(clearing),
    clearingPrice: humanPrice(read.money, clearing),
    clearingBlock: String(read.block),
  }
}
