import type * as z from 'zod'
import { isAddressEqual, zeroAddress } from 'viem'
import type { BidState, WalletBid } from '../../../schema/context/walletParts.ts'
import { humanPrice, type Unit } from '../../../shared/domain/auction/Money.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BidRead } from './auctionReads.ts'
import type { WalletAuction } from './auctionsOf.ts'
import { type Found, isDemo } from './Found.ts'
import { bidWindow, leastBidPriceQ96 } from '../../../shared/domain/auction/clearing.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { tokenName, tokenText } from '../../../shared/text/wording.ts'
import { between, offer, type Wait, type WalletAction } from './action.ts'

/** Native currency that is kept for gas, in wei. */
const GAS = 10n ** 15n
/** A budget is a uint128. */
const MOST = 2n ** 128n - 1n

/** Bids that the wallet can make: in each proven auction that is not over, of whose currency it has some. */
export const bidActions = (found: Found, auctions: readonly WalletAuction[]): WalletAction[] =>
  auctions.flatMap((auction) => bidAction(found, auction))

function bidAction(found: Found, auction: WalletAuction): WalletAction[] {
  const { isProven, terms, money, currency, checkpoint, highestNext, balance } = auction
  const window = bidWindow(terms, checkpoint, BigInt(found.asOf.blockNumber) + 1n)
  if (!isProven || window === 'over' || window === 'sold_out' || balance === null || highestNext === null) return []
  const isNative = isAddressEqual(currency, zeroAddress)
  // Tokens are paid through Permit2, without which nothing can be built.
  if (!isNative && terms.permitted === null) return []
  if (isDemo(found, auction.address, terms.token.address, terms.vaultOfToken, found.wallet)) return []
  const budget = isNative ? balance - GAS : balance
  const amount = budget < MOST ? budget : MOST
  const least = leastBidPriceQ96(highestNext, terms.tickSpacing)
  const highest = terms.maxBidPrice === null ? null : terms.maxBidPrice - (terms.maxBidPrice % terms.tickSpacing)
  if (amount <= 0n || (highest !== null && highest < least)) return []
  const lowest = humanPrice(money, least)
  const unit = { address: currency, symbol: money.currency.symbol, decimals: money.currency.decimals }
  const sold = terms.token.address ? tokenName({ ...money.token, address: terms.token.address }) : 'its tokens'
  return [
    offer('buildAuctionSubmitBid', {
      why: `The auction sells ${sold} until block ${terms.endBlock}, and the wallet holds ${tokenText(balance, unit)}.`,
      body: { from: found.wallet, auction: auction.address, owner: found.wallet },
      bounds: {
        amountWei: between('baseUnits', 1n, amount, unit),
        maxPriceQ96: {
          ...between('priceQ96', least, highest),
          price: lowest === null ? null : { min: lowest, max: humanPrice(money, highest) },
        },
      },
      waits: [
        waitOf(window, terms.startBlock),
        knownAddress(terms.validationHook) ? { code: 'bids_need_approval' } : null,
      ],
    }),
  ]
}

function waitOf(window: 'open' | 'not_started' | 'tokens_not_received', startBlock: bigint): Wait | null {
  if (window === 'not_started') return { code: 'auction_not_started', untilBlock: startBlock }
  return window === 'tokens_not_received' ? { code: 'tokens_not_received' } : null
}

type Bid = z.output<typeof WalletBid>

interface NamedBid {
  readonly auction: WalletAuction
  readonly bidId: bigint
}

/** The wallet's bids that are not settled, in the order in which they were named; a bid that was not read is left out. */
export function bidsOf(
  { wallet, asOf, reads }: Found,
  auctions: readonly WalletAuction[],
  named: readonly { readonly auction: WalletAuction['address']; readonly bidId: bigint }[],
): Bid[] {
  const block = BigInt(asOf.blockNumber)
  return named.flatMap(({ auction: address, bidId }, i) => {
    const bid = reads.bids[String(i)]
    const auction = auctions.find((one) => isAddressEqual(one.address, address))
    if (!bid || !auction || !isAddressEqual(bid.owner, wallet)) return []
    return describeBid({ auction, bidId }, bid, block)
  })
}

function describeBid({ auction, bidId }: NamedBid, bid: BidRead, block: bigint): Bid[] {
  const { terms, money } = auction
  const state = stateOf(auction, bid, block)
  if (state === null) return []
  const budget = bid.amountQ96 >> 96n
  return [
    {
      auction: auction.address,
      bidId: String(bidId),
      state,
      maxPriceQ96: String(bid.maxPrice),
      maxPrice: humanPrice(money, bid.maxPrice),
      budget: amountOf(money.currency, budget),
      refundable: state === 'refundable' ? String(budget) : null,
      claimable: bid.exitedBlock > 0n ? amountOf(money.token, bid.tokensFilled) : null,
      endBlock: String(terms.endBlock),
      claimBlock: decimal(terms.claimBlock),
    },
  ]
}

/** Null for a settled bid. */
function stateOf({ terms, clearing, isGraduated }: WalletAuction, bid: BidRead, block: bigint): BidState | null {
  if (bid.exitedBlock > 0n) {
    if (bid.tokensFilled === 0n) return null
    return terms.claimBlock !== null && block >= terms.claimBlock ? 'claimable' : 'awaitsClaim'
  }
  if (block < terms.endBlock) return bid.maxPrice < clearing ? 'outbid' : 'active'
  return isGraduated === false ? 'refundable' : 'ended'
}

const amountOf = ({ address, symbol, decimals }: Unit, amount: bigint) => ({
  token: address ?? zeroAddress,
  symbol,
  decimals,
  amount: String(amount),
})
