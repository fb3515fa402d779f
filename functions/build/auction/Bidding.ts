import { zeroAddress, type Address } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { AUCTION } from '../../../shared/domain/provenance/kinds.ts'
import { type Provenance, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import type { DemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { BidderReads, BiddingReads } from './biddingCalls.ts'
import { clearingPriceQ96, leastBidPriceQ96, type Checkpoint } from '../../../shared/domain/auction/clearing.ts'
import { readMoney, type Money } from '../../../shared/domain/auction/Money.ts'

type Required = 'tickSpacing' | 'floorPrice' | 'clearingPrice' | 'startBlock' | 'endBlock'
type Terms = Omit<BidderReads, Required> & { readonly [P in Required]: NonNullable<BidderReads[P]> }

/** An auction and a bidder's standing with it at one block. Prices in Q96, amounts in base units. */
export interface Bidding {
  readonly asOf: AsOf
  /** The earliest block in which a transaction can be mined. */
  readonly nextBlock: bigint
  readonly auction: Address
  readonly provenance: Provenance
  readonly terms: Terms
  readonly money: Money
  /** The zero address for the native currency. */
  readonly currency: Address
  /** After a simulated checkpoint; null before the start, and before the tokens have arrived. */
  readonly checkpoint: Checkpoint | null
  /** The current price of tokens, and the lowest price that is accepted. */
  readonly clearing: bigint
  readonly least: bigint
  /** The sender's balance and allowances of the currency. */
  readonly balance: bigint | null
  readonly demoShares: DemoShares
}

/**
 * An auction, or a launch arm's current one, from what was read at an address (biddingCalls). Throws invalid_request
 * for an address that is neither.
 */
export function biddingOf(
  { value, asOf }: { value: BiddingReads; asOf: AsOf },
  address: Address,
  config: ChainConfig,
): Bidding {
  const { auction, terms, currency, checkpoint, proof } = auctionOf(value, address, asOf.chainId)
  const clearing = clearingPriceQ96(terms, checkpoint)
  return {
    asOf,
    nextBlock: BigInt(asOf.blockNumber) + 1n,
    auction,
    provenance: provenanceOf(config, AUCTION, auction, proof),
    terms,
    money: readMoney(terms.currency, terms.token),
    currency,
    checkpoint,
    clearing,
    least: leastBidPriceQ96(clearing, terms.tickSpacing),
    balance: currency === zeroAddress ? value.native : terms.balance,
    demoShares: value.demoShares,
  }
}

function auctionOf(value: BiddingReads, address: Address, chainId: number) {
  const { launched } = value
  const own = auctionAt(address, value.ofAddress, value.checkpointOfAddress)
  if (own) return { ...own, proof: value.proofOfAddress }
  const where = `${address} on chain ${chainId}`
  if (launched === zeroAddress)
    throw new ApiError('invalid_request', `auction: the launch arm ${where} has no current auction`)
  const current = launched && auctionAt(launched, value.ofLaunched, value.checkpointOfLaunched)
  if (current) return { ...current, proof: value.proofOfLaunched }
  if (value.accepted === undefined && launched === null)
    throw new ApiError('invalid_request', `auction: there is no contract at ${where}, or it returns nothing`)
  throw new ApiError(
    'invalid_request',
    `auction: ${where} answers neither clearingPrice() as an auction nor currentAuction() as a launch arm`,
  )
}

function auctionAt(auction: Address, terms: BidderReads, checkpoint: Checkpoint | null) {
  const currency = terms.currency.address
  return isAuction(terms) && currency !== null ? { auction, terms, currency, checkpoint } : null
}

const isAuction = (terms: BidderReads): terms is Terms =>
  [terms.tickSpacing, terms.floorPrice, terms.clearingPrice, terms.startBlock, terms.endBlock].every(
    (value) => value !== null,
  ) && terms.tickSpacing !== 0n
