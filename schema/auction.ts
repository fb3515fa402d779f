import { z } from '@hono/zod-openapi'
import { Amount, AsOf, chain, EvmAddress, envelope, minBlock, SignedAmount, ChainId } from './common.ts'
import { operation } from './operation.ts'

export const AUCTION_PHASES = [
  'Idle',
  'AuctionLive',
  'AuctionEndedPending',
  'ClaimReady',
  'PoolInitializing',
  'PoolLive',
  'LaunchFailed',
  'AuctionScheduled',
] as const

const address = (description: string) => EvmAddress.nullable().openapi({ description })
const amount = (description: string) => Amount.nullable().openapi({ description })
const flag = (description: string) => z.boolean().nullable().openapi({ description })
const human = (description: string, example: string) => z.string().nullable().openapi({ description, example })
const priceQ96 = (description: string) =>
  Amount.nullable().openapi({
    description: `${description}: base units of the currency for one base unit of the token, times 2^96`,
    example: '22777939976601065058144256',
  })
const price = (description: string) => human(`${description}: currency for one whole token`, '0.0002875')
const moment = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .openapi({
      description: `When that block is to be expected, by the chain’s block time; null once ${description}`,
      example: '2026-09-30T12:00:00.000Z',
    })

const HEAD = {
  chainId: ChainId,
  asOf: AsOf,
  generatedAt: z.iso.datetime().openapi({ description: 'Time of the block of asOf' }),
} as const

const CURRENCY = {
  currency: address('What is paid with; the zero address stands for the chain’s own currency'),
  currencySymbol: z.string().nullable().openapi({ description: 'Symbol of the currency', example: 'ETH' }),
  currencyDecimals: z.int().nullable().openapi({ description: 'Decimals of the currency', example: 18 }),
  auctionToken: address('What is sold'),
  auctionTokenSymbol: z.string().nullable().openapi({ description: 'Symbol of the token on sale', example: '■AURORA' }),
  auctionTokenDecimals: z.int().nullable().openapi({ description: 'Decimals of the token on sale', example: 18 }),
} as const

export const AuctionStatus = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('null where the address is an auction'),
    auction: address('The auction, or the launch arm’s current one; null where it has none'),
    isActive: z.boolean().openapi({
      description: 'As the launch arm tells, which counts the end block in; of an auction: start <= block < end',
    }),
    acceptsBids: z.boolean().nullable().openapi({
      description:
        'A bid would be taken at this block: start <= block < end, tokens received, supply left; null in that time of an auction that knows no checkpoints',
    }),
    isGraduated: flag('As of the last checkpoint; null where the auction does not tell'),
    clearingPriceQ96: Amount.openapi({ description: 'As of the last checkpoint; 0 without an auction' }),
    clearingPrice: price('As of the last checkpoint'),
    currencyRaised: amount('As of the last checkpoint, in base units of the currency'),
    currencyRaisedDisplay: human('The same in whole units', '2.116181318681318681'),
    lastCheckpointedBlock: amount('Block of the last checkpoint; 0 before the first'),
    current: z
      .object({
        clearingPriceQ96: Amount.openapi({
          description: 'Clearing price: base units of the currency for one base unit of the token, times 2^96',
        }),
        clearingPrice: price('Clearing price'),
        currencyRaised: Amount.openapi({ description: 'Base units of the currency raised so far' }),
        currencyRaisedDisplay: human('The same in whole units', '2.116181318681318681'),
        totalCleared: Amount.openapi({ description: 'Base units of the token sold so far' }),
        isGraduated: z.boolean().openapi({ description: 'Enough was raised for the sale to stand' }),
        soldBps: z.int().openapi({ description: 'Part of the schedule that has passed, in basis points' }),
      })
      .nullable()
      .openapi({
        description:
          'As of this block, from a simulated checkpoint; null before the start, and before the tokens are there',
      }),
    minBidPriceQ96: priceQ96('The lowest price a bid may name now, a tick above the current one'),
    minBidPrice: price('The lowest price a bid may name now'),
    lifecyclePhase: z.int().nullable().openapi({ description: 'Of the launch arm; of an auction, derived from it' }),
    phaseName: z.enum(AUCTION_PHASES).nullable().openapi({
      description:
        'The same by name: Idle, AuctionScheduled, AuctionLive, AuctionEndedPending, ClaimReady, PoolInitializing, PoolLive or LaunchFailed',
    }),
    lifecycleAuctionWindowOpen: flag('start <= block <= end'),
    lifecycleClaimOpen: flag('Tokens can be claimed'),
    lifecycleCurrencySwept: flag('The proceeds were taken out; null of an auction, as are those that follow'),
    lifecycleUnsoldSwept: flag('Unsold tokens were taken out'),
    lifecycleMigrated: flag('The proceeds are in the pool'),
    lifecycleFailedFinalized: flag('A failed auction was wound up'),
    lifecycleStartBlock: amount('First block of bids'),
    lifecycleStartTime: moment('it has begun'),
    lifecycleEndBlock: amount('First block without bids'),
    lifecycleEndTime: moment('it has ended'),
    lifecycleClaimBlock: amount('First block of claims'),
    lifecycleClaimTime: moment('it has come'),
    lifecycleMigrationBlock: amount('First block in which the proceeds can move on'),
    lifecycleSweepBlock: amount('First block in which what is left can be taken out'),
    lifecycleLpReserveAmount: amount('Tokens kept for the pool, in base units'),
    auctionLifecycleDegraded: z.boolean().nullable().openapi({
      description:
        'Neither graduated as of this block, nor running, nor scheduled; null where it has ended and no checkpoint tells whether it graduated',
    }),
    pastAuctions: z.array(EvmAddress).openapi({ description: 'Of the launch arm, oldest first' }),
    auctionCount: amount('Auctions of the launch arm, the current one included'),
    backingVault: address('Vault whose backing is compared; null of an auction, as are the amounts'),
    launchTotalAssets: amount('Assets of the vault when the auction was launched'),
    launchTotalSupply: amount('Shares of the vault when the auction was launched'),
    currentTotalAssets: amount('Assets of the vault now'),
    currentTotalSupply: amount('Shares of the vault now'),
    assetsDelta: SignedAmount.nullable().openapi({
      description: 'currentTotalAssets less launchTotalAssets, in base units of the asset',
    }),
    supplyDelta: SignedAmount.nullable().openapi({
      description: 'currentTotalSupply less launchTotalSupply, in base units of the vault share',
    }),
    ...CURRENCY,
    auctionTokenImagePath: z
      .string()
      .nullable()
      .openapi({ description: 'Path of the picture of the token on this API; null where it is not a share token' }),
    auctionTokenImageUrl: z.string().nullable().openapi({ description: 'URL of the same picture' }),
    floorPriceQ96: priceQ96('The lowest price'),
    floorPrice: price('The lowest price'),
    tickSpacingQ96: priceQ96('Prices of bids are multiples of it'),
    tickSpacing: price('Prices of bids are multiples of it'),
    maxBidPriceQ96: priceQ96('The highest price a bid may name'),
    totalSupply: amount('Tokens on sale, in base units'),
    totalCleared: amount('Tokens sold as of the last checkpoint, in base units'),
    nextBidId: amount('How many bids there were'),
    validationHook: address('Contract that every bid must pass; null without one'),
    currentBlock: Amount.openapi({ description: 'Block number as the contracts see it' }),
  })
  .openapi('AuctionStatus')

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
      description: `Items of a page, 1 to ${max}; others are taken into these bounds`,
    })

const cursor = z.string().min(1).max(512).optional().openapi({
  example: 'WyJiaWRzIiwyMzQ1Njc4OSwxMl0',
  description: '`nextCursor` of the page before',
})

const block = (description: string) =>
  z
    .string()
    .regex(/^([0-9]{1,15}|0x[0-9a-fA-F]{1,12})$/, 'must be a block number, decimal or 0x and hex digits')
    .transform(Number)
    .optional()
    .openapi({ type: 'string', example: '23456789', description })

const responses = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})

export const auction = {
  getAuctionStatus: operation({
    operationId: 'getAuctionStatus',
    method: 'get',
    path: '/v1/auction/{address}/status',
    tags: ['auction'],
    summary: 'Status of an auction, or of a launch arm and its current auction',
    description:
      'State of a clearing auction: its prices, what it has raised and sold, its schedule in blocks, and whether it takes bids now. Read from the auction (and the launch arm, where its address is given) at the block of asOf, with a simulated checkpoint for what holds at this block. For bids and exits use getAuctionActivity; to bid use buildAuctionSubmitBid.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    request: { params, query: z.object({ chainId: chain, chain, minBlock }) },
    responses: responses('The auction as of one block', AuctionStatus),
  }),
  getAuctionActivity: operation({
    operationId: 'getAuctionActivity',
    method: 'get',
    path: '/v1/auction/{address}/activity',
    tags: ['auction'],
    summary: 'What happened lately in an auction, newest first',
    description:
      'The newest bids of an auction with the price each goes to and whether it is buying now; with kind=all also exits and claims. From the log index where there is one, else from the node’s logs of recent blocks. For bids over a range of blocks use listAuctionRecentBids; for prices and totals use getAuctionStatus.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 20, staleWhileRevalidate: 40 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    request: {
      params,
      query: z.object({
        limit: limit(25, 3),
        kind: z.enum(['bid', 'all']).default('bid').openapi({ description: 'all: exits and claims as well' }),
        cursor,
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: responses('A page of activity', AuctionActivity),
  }),
  listAuctionRecentBids: operation({
    operationId: 'listAuctionRecentBids',
    method: 'get',
    path: '/v1/auction/{address}/recentBids',
    tags: ['auction'],
    summary: 'Bids of an auction, newest first',
    description:
      'Bids of an auction, newest first, over a range of blocks and page by page. From the log index where there is one, else from the node’s logs of recent blocks (`truncated`). Exits and claims are not among them: use getAuctionActivity.',
    'x-limit': 'logs',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 30, staleWhileRevalidate: 60 },
    'x-errors': ['not_a_contract', 'not_an_auction'],
    request: {
      params,
      query: z.object({
        limit: limit(200, 25),
        fromBlock: block('Oldest block; the auction’s first where absent'),
        toBlock: block('Newest block; past the head it is the head'),
        cursor,
        chainId: chain,
        chain,
        minBlock,
      }),
    },
    responses: responses('A page of bids', AuctionBids),
  }),
}
