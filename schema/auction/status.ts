import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress, SignedAmount, ChainId } from '../common.ts'

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

export const address = (description: string) => EvmAddress.nullable().openapi({ description })

export const amount = (description: string) => Amount.nullable().openapi({ description })

export const flag = (description: string) => z.boolean().nullable().openapi({ description })

export const human = (description: string, example: string) => z.string().nullable().openapi({ description, example })

export const priceQ96 = (description: string) =>
  Amount.nullable().openapi({
    description: `${description}: base units of the currency for one base unit of the token, times 2^96`,
    example: '22777939976601065058144256',
  })

export const price = (description: string) => human(`${description}: currency for one whole token`, '0.0002875')

const moment = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .openapi({
      description: `When that block is expected, by the chain’s block time; null once ${description}`,
      example: '2026-09-30T12:00:00.000Z',
    })

export const HEAD = {
  chainId: ChainId,
  asOf: AsOf,
  generatedAt: z.iso.datetime().openapi({ description: 'Time of the block of asOf' }),
} as const

export const CURRENCY = {
  currency: address('Currency that bids are paid in; the zero address stands for the chain’s native currency'),
  currencySymbol: z.string().nullable().openapi({ description: 'Symbol of the currency', example: 'ETH' }),
  currencyDecimals: z.int().nullable().openapi({ description: 'Decimals of the currency', example: 18 }),
  auctionToken: address('Token on sale'),
  auctionTokenSymbol: z.string().nullable().openapi({ description: 'Symbol of the token on sale', example: '■AURORA' }),
  auctionTokenDecimals: z.int().nullable().openapi({ description: 'Decimals of the token on sale', example: 18 }),
} as const

export const AuctionStatus = z
  .object({
    ...HEAD,
    ccaLaunchArm: address('The launch arm; null if the address is an auction'),
    auction: address('The auction, or the launch arm’s current one; null if it has none'),
    isActive: z.boolean().openapi({
      description: 'As the launch arm reports it, which includes the end block; for an auction: start <= block < end',
    }),
    acceptsBids: z.boolean().nullable().openapi({
      description:
        'A bid would be accepted at this block: start <= block < end, tokens received, supply left; null during that time for an auction that has no checkpoints',
    }),
    isGraduated: flag('Enough had been raised as of the last checkpoint; null if the auction does not report it'),
    clearingPriceQ96: Amount.openapi({ description: 'Clearing price as of the last checkpoint; 0 without an auction' }),
    clearingPrice: price('Clearing price as of the last checkpoint'),
    currencyRaised: amount('Raised as of the last checkpoint, in base units of the currency'),
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
        isGraduated: z.boolean().openapi({ description: 'Enough was raised for the sale to succeed' }),
        soldBps: z.int().openapi({ description: 'Part of the schedule that has passed, in basis points' }),
      })
      .nullable()
      .openapi({
        description:
          'As of this block, from a simulated checkpoint; null before the start, and before the auction has received its tokens',
      }),
    minBidPriceQ96: priceQ96('The lowest price a bid may name now, a tick above the current one'),
    minBidPrice: price('The lowest price a bid may name now'),
    lifecyclePhase: z
      .int()
      .nullable()
      .openapi({ description: 'Phase as the launch arm reports it; for an auction, derived from its state' }),
    phaseName: z.enum(AUCTION_PHASES).nullable().openapi({
      description:
        'The same by name: Idle, AuctionScheduled, AuctionLive, AuctionEndedPending, ClaimReady, PoolInitializing, PoolLive or LaunchFailed',
    }),
    lifecycleAuctionWindowOpen: flag('start <= block <= end'),
    lifecycleClaimOpen: flag('Tokens can be claimed'),
    lifecycleCurrencySwept: flag('The proceeds were withdrawn; null for an auction'),
    lifecycleUnsoldSwept: flag('Unsold tokens were withdrawn; null for an auction'),
    lifecycleMigrated: flag('The proceeds are in the pool; null for an auction'),
    lifecycleFailedFinalized: flag('A failed auction was wound up; null for an auction'),
    lifecycleStartBlock: amount('First block in which bids are accepted'),
    lifecycleStartTime: moment('it has begun'),
    lifecycleEndBlock: amount('First block in which bids are no longer accepted'),
    lifecycleEndTime: moment('it has ended'),
    lifecycleClaimBlock: amount('First block in which tokens can be claimed'),
    lifecycleClaimTime: moment('it has been reached'),
    lifecycleMigrationBlock: amount(
      'First block in which the proceeds can be moved into the pool; null for an auction',
    ),
    lifecycleSweepBlock: amount('First block in which what is left can be withdrawn; null for an auction'),
    lifecycleLpReserveAmount: amount('Tokens reserved for the pool, in base units; null for an auction'),
    auctionLifecycleDegraded: z.boolean().nullable().openapi({
      description:
        'The auction is neither running nor scheduled, and has not graduated as of this block; null if it has ended and no checkpoint shows whether it graduated',
    }),
    pastAuctions: z.array(EvmAddress).openapi({ description: 'Past auctions of the launch arm, oldest first' }),
    auctionCount: amount('Number of auctions of the launch arm, including the current one'),
    backingVault: address('Vault whose backing is compared; null for an auction, as are the amounts'),
    launchTotalAssets: amount('Assets of the vault when the auction was launched'),
    launchTotalSupply: amount('Shares of the vault when the auction was launched'),
    currentTotalAssets: amount('Assets of the vault now'),
    currentTotalSupply: amount('Shares of the vault now'),
    assetsDelta: SignedAmount.nullable().openapi({
      description: 'currentTotalAssets minus launchTotalAssets, in base units of the asset',
    }),
    supplyDelta: SignedAmount.nullable().openapi({
      description: 'currentTotalSupply minus launchTotalSupply, in base units of the vault share',
    }),
    ...CURRENCY,
    auctionTokenImagePath: z
      .string()
      .nullable()
      .openapi({ description: 'Path of the token’s picture in this API; null if it is not a share token' }),
    auctionTokenImageUrl: z.string().nullable().openapi({ description: 'URL of the same picture' }),
    floorPriceQ96: priceQ96('The lowest price'),
    floorPrice: price('The lowest price'),
    tickSpacingQ96: priceQ96('Tick spacing, of which bid prices are multiples'),
    tickSpacing: price('Tick spacing, of which bid prices are multiples'),
    maxBidPriceQ96: priceQ96('The highest price a bid may name'),
    totalSupply: amount('Tokens on sale, in base units'),
    totalCleared: amount('Tokens sold as of the last checkpoint, in base units'),
    nextBidId: amount('Number of bids so far'),
    validationHook: address('Contract that must approve every bid; null if there is none'),
    currentBlock: Amount.openapi({ description: 'Block number as the contracts see it' }),
  })
  .openapi('AuctionStatus')
