import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull } from '../fields.ts'
import { buildsByRead } from '../needs.ts'
import { operation } from '../operation.ts'

/** The most bids that one claim names. */
export const MOST_CLAIMED = 50

const bidId = bodyInteger({
  min: 0n,
  max: 2n ** 256n - 1n,
  example: '3',
  description: 'Id of the bid in its auction',
})

const auction = NonZeroAddress.meta(names('Auction of the bid; no launch arm, which has several', 'auction: issue'))

const ExitBidRequest = z.strictObject({ ...builderFields, auction, bidId }).meta({ id: 'AuctionExitBidRequest' })

const ClaimTokensRequest = z
  .strictObject({
    ...builderFields,
    auction,
    bidIds: z
      .array(bidId, { error: 'must be a list of ids of bids' })
      .min(1, { error: 'must have an id' })
      .max(MOST_CLAIMED, { error: `must have at most ${MOST_CLAIMED} ids` })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat an id' })
      .meta({ description: 'Ids of bids of one owner, which have exited', example: ['3'] }),
  })
  .meta({ id: 'AuctionClaimTokensRequest' })

const owner = addressOrNull('Owner, who receives what is paid; `null` if the bid was not found')

const UnsignedExit = UnsignedCalldata.extend({
  auction: EvmAddress.describe('Auction of the bid'),
  owner,
  settlement: z
    .enum(['filled', 'partlyFilled', 'refunded'])
    .nullable()
    .describe(
      'filled: bought at all prices to the end. partlyFilled: bought until it was outbid, or its part at the last price. refunded: the auction failed, and the whole budget returns. `null` if the bid cannot exit now',
    ),
  budget: amountOrNull('Budget of the bid, in base units of the currency'),
  currency: EvmAddress.describe('Currency that is refunded; the zero address is the native currency'),
}).meta({ id: 'UnsignedExit', extends: UnsignedCalldata })

const UnsignedClaim = UnsignedCalldata.extend({
  auction: EvmAddress.describe('Auction of the bid'),
  owner,
  tokens: amountOrNull('Tokens that are paid, in base units; `null` if unknown'),
  token: addressOrNull('The token'),
}).meta({ id: 'UnsignedClaim', extends: UnsignedCalldata })

const errors = ['read_needed'] as const

/** Builders of what follows a bid. */
export const buildAuctionSettlement = {
  buildAuctionExitBid: operation({
    ...builder,
    operationId: 'buildAuctionExitBid',
    path: '/v1/build/auction/exitBid',
    summary: 'Build the exit of a bid (exitBid)',
    description:
      'Builds the call that settles a bid: it credits the tokens and refunds the unspent budget to the owner of the bid. An outbid bid can exit before the end, every other one after it. The call with its checkpoints is chosen by the state of the auction. Then claim the tokens with buildAuctionClaimTokens.',
    'x-body': { bound: 8192, kind: 'object' },
    'x-errors': [...errors],
    'x-needs': buildsByRead,
    request: { body: jsonBody(ExitBidRequest) },
    responses: ok(UnsignedExit),
  }),
  buildAuctionClaimTokens: operation({
    ...builder,
    operationId: 'buildAuctionClaimTokens',
    path: '/v1/build/auction/claimTokens',
    summary: 'Build the claim of bought tokens (claimTokens)',
    description:
      'Builds the call that pays the tokens of bids to their owner. The bids must have exited, see buildAuctionExitBid, and the claim block of the auction must have come. Nothing is sent.',
    'x-body': { bound: 8192, kind: 'object' },
    'x-errors': [...errors],
    'x-needs': buildsByRead,
    request: { body: jsonBody(ClaimTokensRequest) },
    responses: ok(UnsignedClaim),
  }),
}
