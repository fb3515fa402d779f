import { zeroAddress, type Address } from 'viem'
import { tokenName, tokenText, type TokenLabel } from '../../../shared/text/wording.ts'
import { humanPrice } from '../../../shared/price/Money.ts'
import { type BidPrice, clearingPriceOf, leastPrice } from './bidPrice.ts'
import type { Bidding } from './readBidding.ts'

type BidArgs = readonly [maxPrice: bigint, amount: bigint, owner: Address, prevTickPrice: bigint, hookData: string]

export const currencyLabel = ({ currency, money }: Bidding): TokenLabel => ({ ...money.currency, address: currency })

/** One sentence about the decoded arguments of submitBid. */
export function describeBid(bidding: Bidding, [maxPrice, amount, owner, prevTickPrice, hookData]: BidArgs): string {
  const { auction, money } = bidding
  const label = currencyLabel(bidding)
  const { token } = money
  const sold = token.address === null ? 'its token' : tokenName({ ...token, address: token.address })
  const human = humanPrice(money, maxPrice)
  const price = human === null ? '' : `${human} ${tokenName(label)} for one, `
  const data = hookData === '0x' ? '' : `, with ${(hookData.length - 2) / 2} bytes of data for its validation hook`
  return `Bid ${tokenText(amount, label)} for ${sold} in the auction ${auction}, at a price of at most ${price}${maxPrice} in Q96 (next after ${prevTickPrice}), on behalf of ${owner}${data}.`
}

/** What a bidder must know before signing. */
export function bidWarnings(
  bidding: Bidding,
  bid: BidPrice,
  { address, from, owner, amount }: { address: Address; from: Address; owner: Address; amount: bigint },
): string[] {
  const { auction, balance, currency, terms, nextBlock } = bidding
  const { requested, price } = bid
  const left = terms.endBlock - nextBlock
  return [
    address === auction ? '' : `${address} is a launch arm; the bid goes to its current auction ${auction}.`,
    price === requested
      ? ''
      : `The price was rounded down from ${requested} to ${price}, a multiple of the tick spacing ${terms.tickSpacing}.`,
    owner === from ? '' : `The bid belongs to ${owner}, not to the sender: tokens and refund go there.`,
    price > clearingPriceOf(bidding) && price === leastPrice(bidding)
      ? 'This is the lowest price that is taken now; once the clearing price has risen to it the call reverts with BidMustBeAboveClearingPrice.'
      : '',
    left > 0n && left < NEAR
      ? `Only the next ${left} blocks take bids; the auction ends at block ${terms.endBlock}.`
      : '',
    terms.validationHook !== null && terms.validationHook !== zeroAddress
      ? `The auction asks the contract ${terms.validationHook} whether it takes the bid.`
      : '',
    bid.isNearest || bid.isTick
      ? ''
      : `The price right below this one was not found: the auction looks for it from ${bid.prevTickPrice} on, for some gas.`,
    currency === zeroAddress && balance === amount ? 'This is all that the sender has; nothing is left for gas.' : '',
    'A bid stays until it is outbid or the auction ends; until then it cannot be taken back.',
  ].filter((text) => text !== '')
}

/** An end that is nearer than this many blocks is worth a warning. */
const NEAR = 100n
