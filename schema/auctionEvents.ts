import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from './common.ts'
import { CURRENCY, HEAD, address, amount, flag, human, price, priceQ96 } from './auctionStatus.ts'

const EVENT = {
  blockNumber: Amount.openapi({ description: 'Block of the event' }),
  blockTime: z.int().nullable().openapi({ description: 'Unix seconds; null where the node does not tell' }),
  transactionHash: z.string().openapi({ description: 'Hash of its transaction, 32 bytes in hex' }),
  logIndex: z.int().openapi({ description: 'Index of its log in the block' }),
  id: Amount.openapi({ description: 'Of the bid; the first is 0' }),
  owner: EvmAddress.openapi({ description: 'Whose bid it is' }),
} as const

const BID = {
  priceQ96: priceQ96('The highest price that the bid goes to'),
  price: price('The highest price that the bid goes to'),
  amount: amount('Budget of the bid, in base units of the currency'),
  amountDisplay: human('The same in whole units of the currency', '1.25'),
  inRange: flag('The price is above the clearing price: the bid is buying; null where that is not known'),
} as const

export const ACTIVITY_KINDS = ['bid', 'exit', 'claim'] as const

export const AuctionActivityItem = z
  .object({
    kind: z.enum(ACTIVITY_KINDS).openapi({
      description: 'bid: placed; exit: closed, which settles its tokens and its refund; claim: its tokens taken out',
    }),
    ...EVENT,
    ...BID,
    tokensFilled: amount('Of an exit or a claim: tokens bought, in base units'),
    tokensFilledDisplay: human('The same in whole tokens', '2500'),
    currencyRefunded: amount('Of an exit: what came back, in base units of the currency'),
    currencyRefundedDisplay: human('The same in whole units of the currency', '0.5'),
  })
  .openapi('AuctionActivityItem')

const CLEARING = {
  clearingPriceQ96: priceQ96('At clearingBlock, which inRange is told by'),
  clearingPrice: price('At clearingBlock'),
  clearingBlock: Amount.openapi({ description: 'Newest block, at which all but the logs was read' }),
} as const

const LIST = {
  nextCursor: z.string().nullable().openapi({ description: 'Cursor of the next page; null on the last one' }),
  truncated: z.boolean().openapi({ description: 'Only without the log index: older blocks were not searched' }),
} as const

export const AuctionActivity = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('null where the address is an auction'),
    auction: address('null where the launch arm has none'),
    isActive: z.boolean().openapi({ description: 'As getAuctionStatus says' }),
    isGraduated: flag('As of the last checkpoint; null where the auction does not tell'),
    ...CURRENCY,
    currencyRaised: amount('As of the last checkpoint, in base units of the currency'),
    currencyRaisedDisplay: human('The same in whole units', '2.116181318681318681'),
    ...CLEARING,
    limit: z.int().openapi({ description: 'Items that the page may hold' }),
    activity: z.array(AuctionActivityItem),
    ...LIST,
  })
  .openapi('AuctionActivity')

export const AuctionBid = z.object({ ...EVENT, ...BID }).openapi('AuctionBid')

export const AuctionBids = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('null where the address is an auction'),
    auction: address('null where the launch arm has none'),
    ...CURRENCY,
    ...CLEARING,
    fromBlock: Amount.openapi({ description: 'Oldest block that was looked at' }),
    toBlock: Amount.openapi({ description: 'Newest block that was looked at' }),
    limit: z.int().openapi({ description: 'Items that the page may hold' }),
    bids: z.array(AuctionBid),
    ...LIST,
  })
  .openapi('AuctionBids')
