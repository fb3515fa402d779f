import { isAddressEqual, zeroAddress } from 'viem'
import { bidWindow, leastBidPriceQ96 } from '../../../shared/domain/auction/clearing.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { tokenName, tokenText } from '../../../shared/text/wording.ts'
import { between, offer, type Wait, type WalletAction } from './action.ts'
import type { WalletAuction } from './auctionsOf.ts'
import { isDemo, type Found } from './Found.ts'

/** What stays of the native currency for gas, in wei. */
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
  const unit = { address: currency, symbol: money.currency.symbol, decimals: money.currency.decimals }
  const sold = terms.token.address ? tokenName({ ...money.token, address: terms.token.address }) : 'its tokens'
  return [
    offer('buildAuctionSubmitBid', {
      why: `The auction sells ${sold} until block ${terms.endBlock}, and the wallet holds ${tokenText(balance, unit)}.`,
      body: { from: found.wallet, auction: auction.address, owner: found.wallet },
      bounds: { amountWei: between('baseUnits', 1n, amount, unit), maxPriceQ96: between('priceQ96', least, highest) },
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
