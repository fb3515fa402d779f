import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'
import { CURRENCY, HEAD, address, amount, flag, human, price, priceQ96 } from './status.ts'

const EVENT = {
  blockNumber: Amount.openapi({ description: 'Block of the event' }),
  blockTime: z.int().nullable().openapi({ description: 'Unix seconds; null if the node does not report it' }),
  transactionHash: z.string().openapi({ description: 'Hash of its transaction, 32 bytes in hex' }),
  logIndex: z.int().openapi({ description: 'Index of its log in the block' }),
  id: Amount.openapi({ description: 'Id of the bid; the first is 0' }),
  owner: EvmAddress.openapi({ description: 'Owner of the bid' }),
} as const

const BID = {
  priceQ96: priceQ96('The highest price that the bid will pay'),
  price: price('The highest price that the bid will pay'),
  amount: amount('Budget of the bid, in base units of the currency'),
  amountDisplay: human('The same in whole units of the currency', '1.25'),
  inRange: flag('The price is above the clearing price: the bid is buying; null if that is not known'),
} as const

export const ACTIVITY_KINDS = ['bid', 'exit', 'claim'] as const

export const AuctionActivityItem = z
  .object({
    kind: z.enum(ACTIVITY_KINDS).openapi({
      description:
        'bid: a bid was placed; exit: it was closed, which settles its tokens and its refund; claim: its tokens were withdrawn',
    }),
    ...EVENT,
    ...BID,
    tokensFilled: amount('For an exit or a claim: tokens bought, in base units'),
    tokensFilledDisplay: human('The same in whole tokens', '2500'),
    currencyRefunded: amount('For an exit: what was refunded, in base units of the currency'),
    currencyRefundedDisplay: human('The same in whole units of the currency', '0.5'),
  })
  .openapi('AuctionActivityItem')

const CLEARING = {
  clearingPriceQ96: priceQ96('Clearing price at clearingBlock, on which inRange is based'),
  clearingPrice: price('Clearing price at clearingBlock'),
  clearingBlock: Amount.openapi({ description: 'Newest block, at which everything but the logs was read' }),
} as const

const LIST = {
  nextCursor: z.string().nullable().openapi({ description: 'Cursor of the next page; null on the last one' }),
  truncated: z.boolean().openapi({ description: 'true only without the log index: older blocks were not searched' }),
} as const

export const AuctionActivity = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('The launch arm; null if the address is an auction'),
    auction: address('The auction; null if the launch arm has none'),
    isActive: z.boolean().openapi({ description: 'As in getAuctionStatus' }),
    isGraduated: flag('Enough had been raised as of the last checkpoint; null if the auction does not report it'),
    ...CURRENCY,
    currencyRaised: amount('Raised as of the last checkpoint, in base units of the currency'),
    currencyRaisedDisplay: human('The same in whole units', '2.116181318681318681'),
    ...CLEARING,
    limit: z.int().openapi({ description: 'Maximum number of items per page' }),
    activity: z.array(AuctionActivityItem),
    ...LIST,
  })
  .openapi('AuctionActivity')

export const AuctionBid = z.object({ ...EVENT, ...BID }).openapi('AuctionBid')

export const AuctionBids = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('The launch arm; null if the address is an auction'),
    auction: address('The auction; null if the launch arm has none'),
    ...CURRENCY,
    ...CLEARING,
    fromBlock: Amount.openapi({ description: 'Oldest block that was searched' }),
    toBlock: Amount.openapi({ description: 'Newest block that was searched' }),
    limit: z.int().openapi({ description: 'Maximum number of items per page' }),
    bids: z.array(AuctionBid),
    ...LIST,
  })
  .openapi('AuctionBids')
