import { zeroAddress, type Address } from 'viem'
import { tokenName, tokenText, type TokenLabel } from '../../../shared/text/wording.ts'
import { humanPrice, priceTextOf } from '../../../shared/domain/auction/Money.ts'
import { type BidPrice } from './bidPrice.ts'
import type { Bidding } from './Bidding.ts'

type BidArgs = readonly [maxPrice: bigint, amount: bigint, owner: Address, prevTickPrice: bigint, hookData: string]

/** The auction of a bid, and its currency. */
export type BidTerms = Pick<Bidding, 'auction' | 'currency' | 'money'>

export const currencyLabel = ({ currency, money }: Pick<BidTerms, 'currency' | 'money'>): TokenLabel => ({
  ...money.currency,
  address: currency,
})

/** One sentence about the decoded arguments of submitBid. */
export function describeBid(bidding: BidTerms, [maxPrice, amount, owner, prevTickPrice, hookData]: BidArgs): string {
  const { auction, money } = bidding
  const label = currencyLabel(bidding)
  const { token } = money
  const sold = token.address === null ? 'its token' : tokenName({ ...token, address: token.address })
  const human = humanPrice(money, maxPrice)
  const price = human === null ? '' : `${human} ${tokenName(label)} for one, `
  const data = hookData === '0x' ? '' : `, with ${(hookData.length - 2) / 2} bytes of data for its validation hook`
  return `Bid ${tokenText(amount, label)} for ${sold} in the auction ${auction}, at a price of at most ${price}${maxPrice} in Q96 (next after ${prevTickPrice}), on behalf of ${owner}${data}.`
}

/** Facts that a bidder needs before signing. */
export function bidWarnings(
  bidding: Bidding,
  bid: BidPrice,
  { address, from, owner, amount }: { address: Address; from: Address; owner: Address; amount: bigint },
): string[] {
  const { auction, balance, clearing, currency, least, terms, nextBlock } = bidding
  const { requested, price } = bid
  const text = priceTextOf(bidding.money)
  const left = terms.endBlock - nextBlock
  return [
    address === auction ? '' : `${address} is a launch arm; the bid goes to its current auction ${auction}.`,
    price === requested
      ? ''
      : `The price is rounded down from ${text(requested)} to ${text(price)}, a multiple of the tick spacing ${text(terms.tickSpacing)}.`,
    owner === from
      ? ''
      : `The bid belongs to ${owner}, not to the sender; that address receives the tokens and the refund.`,
    price > clearing && price === least
      ? 'This is the lowest price that is accepted now. If the clearing price rises to it, the call reverts with BidMustBeAboveClearingPrice.'
      : '',
    left > 0n && left < NEAR
      ? `The auction accepts bids only in the next ${left} blocks; it ends at block ${terms.endBlock}.`
      : '',
    terms.validationHook !== null && terms.validationHook !== zeroAddress
      ? `The validation hook ${terms.validationHook} decides whether the auction accepts the bid.`
      : '',
    bid.isNearest || bid.isTick
      ? ''
      : `The next lower price that has been bid was not found; the auction searches for it from ${bid.prevTickPrice} upwards, which costs extra gas.`,
    currency === zeroAddress && balance === amount
      ? 'The bid spends the whole balance of the sender, so nothing is left for gas.'
      : '',
    'A bid cannot be withdrawn before it is outbid or the auction ends.',
  ].filter((text) => text !== '')
}

/** An end fewer than this many blocks away is worth a warning. */
const NEAR = 100n
