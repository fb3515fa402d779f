import { zeroAddress } from 'viem'
import { WHOLE_SUPPLY } from '../../../shared/domain/auction/auctionAbi.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { tokenText } from '../../../shared/calldata/wording.ts'
import { humanPrice } from '../../../shared/price/Money.ts'
import { type BidPrice, clearingPriceOf, isRefusedHint, leastPrice } from './bidPrice.ts'
import { currencyLabel } from './bidWording.ts'
import type { Bidding } from './readBidding.ts'

const TOKENS_MISSING: Issue = {
  code: 'tokens_not_received',
  message: 'checkpoint() of the auction reverts: it has not been given its tokens; onTokensReceived() must come first',
  reverts: 'TokensNotReceived',
}

/** Why the auction would refuse a bid in the next block, in the order in which it looks. */
export function bidIssues(bidding: Bidding, bid: BidPrice, amount: bigint, hintIsGiven: boolean): Issue[] {
  const closed = windowIssues(bidding)
  const isOver = closed.some(({ code }) => code === 'auction_over' || code === 'auction_sold_out')
  return [
    ...closed,
    ...balanceTooLow(bidding, amount),
    ...(isOver ? [] : [...priceIssues(bidding, bid), ...hintIssues(bidding, bid, hintIsGiven)]),
  ]
}

/** What a revert means that only the next block shows: bids of the newest block count from there on. */
export const bidMeanings = (bidding: Bidding): Readonly<Record<string, Issue>> => ({
  BidMustBeAboveClearingPrice: {
    code: 'price_not_above_clearing',
    message: `maxPriceQ96: the newest bids raise the clearing price to this price or above it in block ${bidding.nextBlock}`,
    reverts: 'BidMustBeAboveClearingPrice',
  },
  AuctionSoldOut: {
    code: 'auction_sold_out',
    message: `all of the supply is sold in block ${bidding.nextBlock}`,
    reverts: 'AuctionSoldOut',
  },
  TokensNotReceived: TOKENS_MISSING,
})

function windowIssues({ nextBlock, terms, checkpoint }: Bidding): Issue[] {
  const { startBlock, endBlock } = terms
  if (nextBlock < startBlock) {
    const message = `the auction starts at block ${startBlock}, in ${startBlock - nextBlock + 1n} blocks`
    return [{ code: 'auction_not_started', message, reverts: 'AuctionNotStarted', startBlock: String(startBlock) }]
  }
  // At the block before the first one there is no checkpoint to try.
  if (checkpoint === null && nextBlock > startBlock) return [TOKENS_MISSING]
  if (nextBlock >= endBlock)
    return [
      {
        code: 'auction_over',
        message: `the last block for bids was ${endBlock - 1n}; a transaction is mined in block ${nextBlock} at the earliest`,
        reverts: 'AuctionIsOver',
        endBlock: String(endBlock),
      },
    ]
  if (checkpoint !== null && checkpoint.cumulativeMps >= WHOLE_SUPPLY)
    return [{ code: 'auction_sold_out', message: 'all of the supply is sold', reverts: 'AuctionSoldOut' }]
  return []
}

function balanceTooLow(bidding: Bidding, amount: bigint): Issue[] {
  const { balance, currency } = bidding
  if (balance === null || balance >= amount) return []
  const label = currencyLabel(bidding)
  return [
    {
      code: 'insufficient_balance',
      message: `the sender holds ${tokenText(balance, label)} and the bid takes ${tokenText(amount, label)}`,
      // Without the value of a native bid there is no transaction that could revert.
      ...(currency === zeroAddress ? {} : { reverts: 'TransferFromFailed' }),
      token: currency,
      balance: String(balance),
      needed: String(amount),
    },
  ]
}

function priceIssues(bidding: Bidding, { price, requested }: BidPrice): Issue[] {
  const { terms, money } = bidding
  const clearing = clearingPriceOf(bidding)
  const text = (priceQ96: bigint) => `${priceQ96} (${humanPrice(money, priceQ96) ?? 'unknown'})`
  const rounded = price === requested ? 'the price' : `rounded down to a tick the price ${text(price)}`
  if (terms.maxBidPrice !== null && price > terms.maxBidPrice)
    return [
      {
        code: 'price_too_high',
        message: `maxPriceQ96: the highest price that is taken is ${text(terms.maxBidPrice)}`,
        reverts: 'InvalidBidPriceTooHigh',
        maxBidPriceQ96: String(terms.maxBidPrice),
      },
    ]
  if (price > clearing) return []
  const least = leastPrice(bidding)
  return [
    {
      code: 'price_not_above_clearing',
      message: `maxPriceQ96: ${rounded} is not above the clearing price ${text(clearing)}; the lowest that is taken is ${text(least)}`,
      reverts: 'BidMustBeAboveClearingPrice',
      clearingPriceQ96: String(clearing),
      minBidPriceQ96: String(least),
    },
  ]
}

const hintIssues = (bidding: Bidding, bid: BidPrice, isGiven: boolean): Issue[] =>
  isRefusedHint(bidding, bid, isGiven)
    ? [
        {
          code: 'invalid_tick_hint',
          message: `prevTickPriceQ96: ${bid.prevTickPrice} is no price that somebody bid below ${bid.price}; leave it out to have one found`,
          reverts: 'TickPreviousPriceInvalid',
        },
      ]
    : []
