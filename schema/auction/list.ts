import * as z from 'zod'
import { answers, atOneBlock, chain, EvmAddress, limitInQuery, minBlock, queryInteger } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, textOrNull } from '../fields.ts'
import { reads, roles } from '../needs.ts'
import { operation } from '../operation.ts'
import { Provenance } from '../provenance.ts'
import { decimalPrice, priceQ96 } from '../price.ts'
import { AUCTION_PHASES, CURRENCY, human, moment } from './status.ts'

/** States of an auction by its blocks alone. */
export const AUCTION_STATES = ['running', 'scheduled', 'ended'] as const

const state = z
  .enum(AUCTION_STATES)
  .describe(
    'scheduled: before its start block. running: from its start block on, before its end block. ended: after that',
  )

const ListedAuction = z
  .object({
    auction: EvmAddress.describe('The auction'),
    vault: addressOrNull('Vault whose launch arm names it; `null` if only the chain configuration does'),
    provenance: Provenance,
    state,
    phaseName: z
      .enum(AUCTION_PHASES)
      .nullable()
      .describe(
        'The same in more detail, from its blocks and result, as of getAuctionStatus; `null` if it has ended and its result is unknown',
      ),
    acceptsBids: flagOrNull(
      'Whether a bid would be accepted at this block. `null` for a running auction without checkpoints',
    ),
    isGraduated: flagOrNull('Whether it has raised enough for the sale to succeed; `null` if unknown'),
    ...CURRENCY,
    clearingPriceQ96: priceQ96('Clearing price at this block'),
    clearingPrice: decimalPrice('Clearing price at this block'),
    currencyRaised: amountOrNull('Amount raised, in base units of the currency'),
    currencyRaisedDisplay: human('Amount raised, in whole units of the currency', '2.116181318681318681'),
    bidCount: amountOrNull('Number of bids so far; `null` if the auction does not report it'),
    startBlock: amountOrNull('First block that accepts bids'),
    startTime: moment('startBlock', 'the auction has begun'),
    endBlock: amountOrNull('First block that no longer accepts bids'),
    endTime: moment('endBlock', 'the auction has ended'),
    claimBlock: amountOrNull('First block that allows claims of tokens'),
  })
  .meta({ id: 'ListedAuction' })

export const Auctions = atOneBlock('Auctions', {
  auctions: z
    .array(ListedAuction)
    .describe(
      'Running auctions by their end, the earliest first; then scheduled ones by their end, the earliest first; then ended ones, the latest first',
    ),
  count: z.int().describe('Items on this page; can be less than `limit` before the last page'),
  nextCursor: textOrNull('Cursor of the next page; `null` on the last page'),
})

const address = (description: string) => EvmAddress.optional().describe(description)
const endBlock = (description: string) => queryInteger({ min: 0, example: 400, description }).optional()

export const auctionList = {
  listAuctions: operation({
    operationId: 'listAuctions',
    method: 'get',
    path: '/v1/auction',
    tags: ['auction'],
    summary: 'List auctions, running ones first',
    description:
      'Returns auctions that the chain configuration or a vault’s launch arm names (the newest 64 of each arm), at the block of the log index, with token, currency, price, amount raised and schedule. Filter by state, vault, token, currency or end. For one auction use getAuctionStatus.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 45 },
    'x-errors': ['log_index_unavailable', 'role_not_configured', 'store_unavailable'],
    'x-needs': { ...reads, ...roles('registry') },
    request: {
      query: z.object({
        state: state.optional(),
        vault: address('Only auctions of this creator vault'),
        token: address('Only auctions that sell this token, usually a share token'),
        currency: address('Only auctions paid in this currency; the zero address is the native currency'),
        endsAfter: endBlock('Only auctions whose end block is higher than this block'),
        endsBefore: endBlock('Only auctions whose end block is lower than this block'),
        limit: limitInQuery({ of: 'Items per page', max: 25, preset: 10, clamped: true }),
        cursor: z.string().min(1).max(512).optional().meta({
          example: 'WyJhdWN0aW9uczp7fSIsMzc5LDAsOTAwLCIweDVmYmRiMjMxNTY3OGFmZWNiMzY3ZjAzMmQ5M2Y2NDJmNjQxODBhYTMiXQ',
          description: '`nextCursor` of the previous page, with the same filters',
        }),
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: answers('A page of auctions', Auctions),
  }),
}
