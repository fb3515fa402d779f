import { z } from '@hono/zod-openapi'
import { answers, chain, EvmAddress, minBlock } from '../common.ts'
import { operation, chainRead } from '../operation.ts'
import { AuctionStatus } from './status.ts'
import { AuctionActivity, AuctionBids } from './events.ts'
import { reads } from '../needs.ts'

const params = z.object({ address: EvmAddress.openapi({ description: 'A launch arm, or an auction' }) })

const limit = (max: number, preset: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a non-negative integer')
    .transform((digits) => Math.min(max, Math.max(1, Number(digits))))
    .default(preset)
    .openapi({
      type: 'integer',
      default: preset,
      example: preset,
      description: `Items per page, 1 to ${max}; values outside are clamped`,
    })

const cursor = z.string().min(1).max(512).optional().openapi({
  example: 'WyJiaWRzIiwyMzQ1Njc4OSwxMl0',
  description: '`nextCursor` of the previous page',
})

const block = (example: string, description: string) =>
  z
    .string()
    .regex(/^([0-9]{1,15}|0x[0-9a-fA-F]{1,12})$/, 'must be a block number, decimal or 0x and hex digits')
    .transform(Number)
    .optional()
    .openapi({ type: 'string', example, description })

export const auction = {
  getAuctionStatus: chainRead({
    operationId: 'getAuctionStatus',
    path: '/v1/auction/{address}/status',
    summary: 'Status of an auction, or of a launch arm and its current auction',
    description:
      'State of a clearing auction: its prices, what it has raised and sold, its schedule in blocks, and whether it accepts bids now. Read from the auction (and the launch arm, if its address is given) at the block of asOf, with a simulated checkpoint for the values as of that block. For bids and exits use getAuctionActivity; to bid use buildAuctionSubmitBid.',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    request: { params, query: z.object({ chainId: chain, chain, minBlock }) },
    responses: answers('The auction as of one block', AuctionStatus),
  }),
  getAuctionActivity: operation({
    operationId: 'getAuctionActivity',
    method: 'get',
    path: '/v1/auction/{address}/activity',
    tags: ['auction'],
    summary: 'Recent activity of an auction, newest first',
    description:
      'The newest bids of an auction, with the highest price each will pay and whether it is buying now; with kind=all, exits and claims as well. Read as of one block: with the events of the log index if there is one, else with the node’s logs of recent blocks. For bids over a range of blocks use listAuctionRecentBids; for prices and totals use getAuctionStatus.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    'x-needs': reads,
    request: {
      params,
      query: z.object({
        limit: limit(25, 3),
        kind: z
          .enum(['bid', 'all'])
          .default('bid')
          .openapi({ description: 'bid: only bids; all: exits and claims as well' }),
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
    summary: 'Bids of an auction, newest first',
    description:
      'Bids of an auction, newest first, over a range of blocks and page by page. Read as of one block: with the events of the log index if there is one, else with the node’s logs of recent blocks (`truncated`). Exits and claims are not included: use getAuctionActivity.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    'x-needs': reads,
    request: {
      params,
      query: z.object({
        limit: limit(200, 25),
        fromBlock: block('200', 'Oldest block; the auction’s first block by default'),
        toBlock: block('400', 'Newest block; a block past the head means the head'),
        cursor,
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: answers('A page of bids', AuctionBids),
  }),
}
