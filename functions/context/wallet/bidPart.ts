import type * as z from 'zod'
import { isAddressEqual, zeroAddress } from 'viem'
import type { BidState, WalletBid } from '../../../schema/context/walletParts.ts'
import { humanPrice, type Unit } from '../../../shared/domain/auction/Money.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BidRead } from './auctionReads.ts'
import type { WalletAuction } from './auctionsOf.ts'
import type { Found } from './Found.ts'

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

/** Null for a bid of which nothing is left to come. */
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
