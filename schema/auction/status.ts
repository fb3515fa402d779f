import * as z from 'zod'
import { Amount, AsOf, EvmAddress, SignedAmount, ChainId } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { decimalPrice, inQ96, priceQ96 } from '../price.ts'
import { Provenance } from '../provenance.ts'

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

export const human = (description: string, example: string) => z.string().nullable().meta({ description, example })

export const moment = (block: string, description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({
      description: `Expected time of ${block}, ISO 8601; \`null\` once ${description}`,
      example: '2026-09-30T12:00:00.000Z',
    })

export const HEAD = {
  chainId: ChainId,
  asOf: AsOf,
  generatedAt: z.iso.datetime().describe('Time of the block of `asOf`, ISO 8601'),
  provenance: Provenance,
} as const

export const CURRENCY = {
  currency: addressOrNull('Currency that bids are paid in; the zero address is the native currency'),
  currencySymbol: z.string().nullable().meta({ description: 'Symbol of the currency', example: 'ETH' }),
  currencyDecimals: z.int().nullable().meta({ description: 'Decimals of the currency', example: 18 }),
  auctionToken: addressOrNull('Token on sale'),
  auctionTokenSymbol: z.string().nullable().meta({ description: 'Symbol of the token on sale', example: '■AURORA' }),
  auctionTokenDecimals: z.int().nullable().meta({ description: 'Decimals of the token on sale', example: 18 }),
} as const

export const AuctionStatus = z
  .object({
    ...HEAD,
    ccaLaunchArm: addressOrNull('Launch arm; `null` if the requested address is an auction'),
    auction: addressOrNull('The auction, or the current auction of the launch arm; `null` if it has no auction'),
    isActive: z
      .boolean()
      .describe(
        'Whether the auction runs: as the launch arm reports it, including the end block; for an auction, start <= block < end',
      ),
    acceptsBids: flagOrNull(
      'Whether a bid would be accepted at this block: start <= block < end, tokens received, supply left. `null` for a running auction without checkpoints',
    ),
    isGraduated: flagOrNull(
      'Whether the auction had raised enough as of the last checkpoint; `null` if it does not report this',
    ),
    clearingPriceQ96: inQ96('Clearing price as of the last checkpoint, 0 without an auction'),
    clearingPrice: decimalPrice('Clearing price as of the last checkpoint'),
    currencyRaised: amountOrNull('Amount raised as of the last checkpoint, in base units of the currency'),
    currencyRaisedDisplay: human('Amount raised, in whole units of the currency', '2.116181318681318681'),
    lastCheckpointedBlock: amountOrNull('Block of the last checkpoint; 0 before the first'),
    current: z
      .object({
        clearingPriceQ96: inQ96('Clearing price'),
        clearingPrice: decimalPrice('Clearing price'),
        currencyRaised: Amount.describe('Amount raised so far, in base units of the currency'),
        currencyRaisedDisplay: human('Amount raised, in whole units of the currency', '2.116181318681318681'),
        totalCleared: Amount.describe('Tokens sold so far, in base units'),
        isGraduated: z.boolean().describe('Whether the auction has raised enough for the sale to succeed'),
        soldBps: z
          .int()
          .describe('Part of the supply that the schedule of the auction has released so far, in basis points'),
      })
      .nullable()
      .describe(
        'Values as of this block, from a simulated checkpoint; `null` before the start, and before the auction has received its tokens',
      ),
    minBidPriceQ96: priceQ96(
      'Lowest price of a bid now, one tick above the clearing price; `null` unless `acceptsBids`',
    ),
    minBidPrice: decimalPrice('Lowest price of a bid now', 'unless `acceptsBids`'),
    lifecyclePhase: integerOrNull(
      'Number of `phaseName`, reported by the launch arm or derived from the auction; `null` if unknown',
    ),
    phaseName: z.enum(AUCTION_PHASES).nullable().describe('Name of the phase; `null` if unknown'),
    lifecycleAuctionWindowOpen: flagOrNull('Whether the auction window is open: start <= block <= end'),
    lifecycleClaimOpen: flagOrNull('Whether tokens can be claimed'),
    lifecycleCurrencySwept: flagOrNull('Whether the proceeds were withdrawn; `null` for an auction'),
    lifecycleUnsoldSwept: flagOrNull('Whether unsold tokens were withdrawn; `null` for an auction'),
    lifecycleMigrated: flagOrNull('Whether the proceeds are in the pool; `null` for an auction'),
    lifecycleFailedFinalized: flagOrNull('Whether a failed auction was finalized; `null` for an auction'),
    lifecycleStartBlock: amountOrNull('First block that accepts bids'),
    lifecycleStartTime: moment('lifecycleStartBlock', 'the auction has begun'),
    lifecycleEndBlock: amountOrNull('First block that no longer accepts bids'),
    lifecycleEndTime: moment('lifecycleEndBlock', 'the auction has ended'),
    lifecycleEndedAt: z.iso.datetime().nullable().meta({
      description: 'Time of lifecycleEndBlock, ISO 8601; `null` until the auction has ended',
      example: null,
    }),
    lifecycleClaimBlock: amountOrNull('First block that allows claims of tokens'),
    lifecycleClaimTime: moment('lifecycleClaimBlock', 'claims are open'),
    lifecycleMigrationBlock: amountOrNull(
      'First block that allows moving the proceeds into the pool; `null` for an auction',
    ),
    lifecycleSweepBlock: amountOrNull(
      'First block that allows withdrawing the remaining tokens and proceeds; `null` for an auction',
    ),
    lifecycleLpReserveAmount: amountOrNull('Tokens reserved for the pool, in base units; `null` for an auction'),
    auctionLifecycleDegraded: flagOrNull(
      'Whether the auction is neither running nor scheduled, and has not graduated; `null` if it has ended and no checkpoint shows whether it graduated',
    ),
    pastAuctions: z.array(EvmAddress).describe('Past auctions of the launch arm, oldest first'),
    auctionCount: amountOrNull('Number of auctions of the launch arm, including the current one'),
    backingVault: addressOrNull(
      'Creator vault whose totals at launch and now follow; `null` for an auction, as are these totals',
    ),
    launchTotalAssets: amountOrNull('Assets of the vault at launch, in base units'),
    launchTotalSupply: amountOrNull('Shares of the vault at launch, in base units'),
    currentTotalAssets: amountOrNull('Assets of the vault now, in base units'),
    currentTotalSupply: amountOrNull('Shares of the vault now, in base units'),
    assetsDelta: SignedAmount.nullable().describe(
      'currentTotalAssets minus launchTotalAssets, in base units of the asset',
    ),
    supplyDelta: SignedAmount.nullable().describe(
      'currentTotalSupply minus launchTotalSupply, in base units of the vault share',
    ),
    ...CURRENCY,
    auctionTokenImagePath: textOrNull('Path of the token’s image in this API; `null` if the token is unknown'),
    auctionTokenImageUrl: textOrNull('URL of the token’s image; `null` if the token is unknown'),
    floorPriceQ96: priceQ96('Floor price'),
    floorPrice: decimalPrice('Floor price'),
    tickSpacingQ96: priceQ96('Tick spacing; prices of bids are multiples of it'),
    tickSpacing: decimalPrice('Tick spacing; prices of bids are multiples of it'),
    maxBidPriceQ96: priceQ96('Highest price that a bid may have'),
    maxBidPrice: decimalPrice('Highest price that a bid may have'),
    totalSupply: amountOrNull('Tokens on sale, in base units'),
    totalCleared: amountOrNull('Tokens sold as of the last checkpoint, in base units'),
    nextBidId: amountOrNull('Number of bids so far, which is the id of the next bid'),
    validationHook: addressOrNull(
      'Validation hook, a contract that must approve every bid; `null` if the auction has no hook',
    ),
    currentBlock: Amount.describe('Block number that the contracts see'),
  })
  .meta({ id: 'AuctionStatus' })
