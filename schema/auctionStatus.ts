import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress, SignedAmount, ChainId } from './common.ts'

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
      description: `When that block is to be expected, by the chain’s block time; null once ${description}`,
      example: '2026-09-30T12:00:00.000Z',
    })

export const HEAD = {
  chainId: ChainId,
  asOf: AsOf,
  generatedAt: z.iso.datetime().openapi({ description: 'Time of the block of asOf' }),
} as const

export const CURRENCY = {
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
