import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { decimalPrice, priceQ96 } from '../price.ts'
import { CURRENCY, HEAD, human } from './status.ts'

const EVENT = {
  blockNumber: Amount.describe('Block of the event'),
  blockTime: integerOrNull('Time of the block, unix seconds; `null` if the node does not report it'),
  transactionHash: z.string().describe('Hash of the transaction, 32 bytes in hex'),
  logIndex: z.int().describe('Index of the log in the block'),
  id: Amount.describe('Id of the bid in its auction; the first bid has id 0'),
  owner: EvmAddress.describe('Owner of the bid'),
} as const

const BID = {
  priceQ96: priceQ96('Maximum price of the bid'),
  price: decimalPrice('Maximum price of the bid'),
  amount: amountOrNull('Budget of the bid, in base units of the currency'),
  amountDisplay: human('Budget of the bid, in whole units of the currency', '1.25'),
  inRange: flagOrNull('Whether the maximum price is above the clearing price, so the bid is buying; `null` if unknown'),
} as const

export const ACTIVITY_KINDS = ['bid', 'exit', 'claim'] as const

export const AuctionActivityItem = z
  .object({
    kind: z
      .enum(ACTIVITY_KINDS)
      .describe(
        'bid: a bid was placed. exit: a bid was closed, which settles its tokens and its refund. claim: the tokens of a bid were withdrawn',
      ),
    ...EVENT,
    ...BID,
    tokensFilled: amountOrNull('Tokens bought, in base units; `null` for a bid'),
    tokensFilledDisplay: human('Tokens bought, in whole tokens; `null` for a bid', '2500'),
    currencyRefunded: amountOrNull('Refund of an exit, in base units of the currency; `null` for a bid or a claim'),
    currencyRefundedDisplay: human(
      'Refund of an exit, in whole units of the currency; `null` for a bid or a claim',
      '0.5',
    ),
  })
  .meta({ id: 'AuctionActivityItem' })

const CLEARING = {
  clearingPriceQ96: priceQ96('Clearing price at `clearingBlock`, used for `inRange`'),
  clearingPrice: decimalPrice('Clearing price at clearingBlock'),
  clearingBlock: Amount.describe('Newest block; everything except the logs is as of it'),
} as const

const LIST = {
  nextCursor: textOrNull('Cursor of the next page; `null` on the last page'),
  truncated: z.boolean().describe('true: older blocks were not searched; happens only without the log index'),
} as const

export const AuctionActivity = z
  .object({
    ...HEAD,
    ccaLaunchArm: addressOrNull('Launch arm; `null` if the requested address is an auction'),
    auction: addressOrNull('The auction; `null` if the launch arm has no auction'),
    isActive: z.boolean().describe('Whether the auction runs, as in getAuctionStatus'),
    isGraduated: flagOrNull(
      'Whether the auction had raised enough as of the last checkpoint; `null` if it does not report this',
    ),
    ...CURRENCY,
    currencyRaised: amountOrNull('Amount raised as of the last checkpoint, in base units of the currency'),
    currencyRaisedDisplay: human('Amount raised, in whole units of the currency', '2.116181318681318681'),
    ...CLEARING,
    limit: z.int().describe('Maximum number of items per page'),
    activity: z.array(AuctionActivityItem),
    ...LIST,
  })
  .meta({ id: 'AuctionActivity' })

export const AuctionBid = z.object({ ...EVENT, ...BID }).meta({ id: 'AuctionBid' })

export const AuctionBids = z
  .object({
    ...HEAD,
    ccaLaunchArm: addressOrNull('Launch arm; `null` if the requested address is an auction'),
    auction: addressOrNull('The auction; `null` if the launch arm has no auction'),
    ...CURRENCY,
    ...CLEARING,
    fromBlock: Amount.describe('Oldest block that was searched'),
    toBlock: Amount.describe('Newest block that was searched'),
    limit: z.int().describe('Maximum number of items per page'),
    bids: z.array(AuctionBid),
    ...LIST,
  })
  .meta({ id: 'AuctionBids' })
