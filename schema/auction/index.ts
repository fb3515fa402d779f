import * as z from 'zod'
import { answers, block, chain, EvmAddress, limitInQuery, minBlock } from '../common.ts'
import { operation, chainRead } from '../operation.ts'
import { auctionList } from './list.ts'
import { AuctionStatus } from './status.ts'
import { AuctionActivity, AuctionBids } from './events.ts'
import { reads } from '../needs.ts'

const params = z.object({
  address: EvmAddress.describe('An auction, or a launch arm (starts a vault’s auctions), for its current auction'),
})

const limit = (max: number, preset: number) => limitInQuery({ of: 'Items per page', max, preset, clamped: true })

const cursor = z.string().min(1).max(512).optional().meta({
  example: 'WyJiaWRzIiwyMzQ1Njc4OSwxMl0',
  description: '`nextCursor` of the previous page',
})

const blockInQuery = (example: string, description: string) =>
  z
    .string()
    .regex(/^([0-9]{1,15}|0x[0-9a-fA-F]{1,12})$/, 'must be a block number, decimal or 0x and hex digits')
    .transform(Number)
    .optional()
    .meta({ type: 'string', example, description })

export const auction = {
  ...auctionList,
  getAuctionStatus: chainRead({
    operationId: 'getAuctionStatus',
    path: '/v1/auction/{address}/status',
    summary: 'Get the status of an auction',
    description:
      'Returns the state of an auction, or of a launch arm’s current auction: prices, amounts raised and sold, its schedule in blocks, and whether it accepts bids now. Values as of this block come from a simulated checkpoint. For bids and exits use getAuctionActivity; to bid use buildAuctionSubmitBid.',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    request: { params, query: z.object({ chainId: chain, chain, minBlock, block }) },
    responses: answers('The auction as of one block', AuctionStatus),
  }),
  getAuctionActivity: operation({
    operationId: 'getAuctionActivity',
    method: 'get',
    path: '/v1/auction/{address}/activity',
    tags: ['auction'],
    summary: 'List recent bids, exits and claims of an auction',
    description:
      'Returns the newest bids of an auction, newest first, with their maximum prices and whether they are buying; with kind=all also exits and claims. Events come from the log index, or from a node’s logs of recent blocks. For a range of blocks use listAuctionRecentBids, for prices getAuctionStatus.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    'x-needs': reads,
    request: {
      params,
      query: z.object({
        limit: limit(25, 3),
        kind: z.enum(['bid', 'all']).default('bid').describe('bid: only bids. all: also exits and claims'),
        cursor,
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: answers('A page of activity', AuctionActivity),
  }),
  listAuctionRecentBids: operation({
    operationId: 'listAuctionRecentBids',
    method: 'get',
    path: '/v1/auction/{address}/recentBids',
    tags: ['auction'],
    summary: 'List the bids of an auction in a range of blocks',
    description:
      'Returns the bids of an auction in a range of blocks, newest first, in pages. Events come from the log index, or without one from a node’s logs of recent blocks (see `truncated`). For exits and claims use getAuctionActivity.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    'x-needs': reads,
    request: {
      params,
      query: z.object({
        limit: limit(200, 25),
        fromBlock: blockInQuery('200', 'Oldest block of the range; by default the first block of the auction'),
        toBlock: blockInQuery('400', 'Newest block of the range; a block past the head means the head'),
        cursor,
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: answers('A page of bids', AuctionBids),
  }),
}
