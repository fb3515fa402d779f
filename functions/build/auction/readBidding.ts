import { zeroAddress, type Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { readMoney, type Money } from '../../../shared/price/Money.ts'
import { biddingCalls, type Asked, type BiddingReads, type TermsReads } from './biddingCalls.ts'

type Required = 'tickSpacing' | 'floorPrice' | 'clearingPrice' | 'startBlock' | 'endBlock'
type Terms = Omit<TermsReads, Required> & { readonly [P in Required]: NonNullable<TermsReads[P]> }

/** An auction and a bidder's standing with it at one block. Prices in Q96, amounts in base units. */
export interface Bidding {
  readonly asOf: AsOf
  /** The block in which a transaction can be mined at the earliest. */
  readonly nextBlock: bigint
  readonly auction: Address
  readonly terms: Terms
  readonly money: Money
  /** The zero address for the native currency. */
  readonly currency: Address
  /** After a simulated checkpoint; null before the start, and before the tokens are there. */
  readonly checkpoint: { readonly clearingPrice: bigint; readonly cumulativeMps: number } | null
  /** What the sender has of the currency. */
  readonly balance: bigint | null
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/**
 * Reads what a bid must know in one upstream request: of a launch arm `currentAuction`, and of the auction its terms, its
 * currency and token, the prices around the bid's, and a simulated `checkpoint()`.
 *
 * Throws read_needed where no node answers, since value and price depend on what is read, and invalid_request for an
 * address that is no auction.
 */
export async function readBidding(chain: Chain, asked: Asked): Promise<Bidding> {
  const read = await readIfReachable(chain, (describe) => biddingCalls(describe, chain.config, asked))
  if (!read)
    throw new ApiError(
      'read_needed',
      'auction: no node answered to tell its currency and its tick spacing, on which the transaction depends; try again',
    )
  const { asOf, value } = read
  const { auction, terms, currency, checkpoint } = auctionOf(value, asked.address, asOf.chainId)
  return {
    asOf,
    nextBlock: BigInt(asOf.blockNumber) + 1n,
    auction,
    terms,
    money: readMoney(terms.currency, terms.token),
    currency,
    checkpoint,
    balance: currency === zeroAddress ? value.native : terms.balance,
    demoShares: value.demoShares,
  }
}

function auctionOf(value: BiddingReads, address: Address, chainId: number) {
  const { launched } = value
  const own = auctionAt(address, value.ofAddress, value.checkpointOfAddress)
  if (own) return own
  const where = `${address} on chain ${chainId}`
  if (launched === zeroAddress)
    throw new ApiError('invalid_request', `auction: the launch arm ${where} has no auction now`)
  const current = launched && auctionAt(launched, value.ofLaunched, value.checkpointOfLaunched)
  if (current) return current
  if (value.accepted === undefined && launched === null)
    throw new ApiError('invalid_request', `auction: there is no contract at ${where}, or one that answers nothing`)
  throw new ApiError(
    'invalid_request',
    `auction: ${where} answers neither clearingPrice() as an auction nor currentAuction() as a launch arm`,
  )
}

function auctionAt(auction: Address, terms: TermsReads, checkpoint: BiddingReads['checkpointOfAddress']) {
  const currency = terms.currency.address
  return isAuction(terms) && currency !== null ? { auction, terms, currency, checkpoint } : null
}

const isAuction = (terms: TermsReads): terms is Terms =>
  [terms.tickSpacing, terms.floorPrice, terms.clearingPrice, terms.startBlock, terms.endBlock].every(
    (value) => value !== null,
  ) && terms.tickSpacing !== 0n
