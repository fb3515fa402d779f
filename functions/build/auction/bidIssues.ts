import { zeroAddress } from 'viem'
import { bidWindow } from '../../../shared/domain/auction/clearing.ts'
import type { Issue } from '../../../schema/issues.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { humanPrice, priceTextOf } from '../../../shared/domain/auction/Money.ts'
import { type BidPrice, isRefusedHint } from './bidPrice.ts'
import { currencyLabel } from './bidWording.ts'
import type { Bidding } from './Bidding.ts'

const TOKENS_MISSING: Issue = {
  code: 'tokens_not_received',
  message: 'the auction has not received the tokens that it sells, so it accepts no bid; its launch sends them',
  reverts: 'TokensNotReceived',
}

/** A bid's price, and the field that it came in. */
type FieldPrice = BidPrice & { readonly field: string }

/** Why the auction would refuse a bid in the next block, in the order of the auction's own checks. */
export function bidIssues(bidding: Bidding, bid: FieldPrice, amount: bigint, hintIsGiven: boolean): Issue[] {
  const closed = windowIssues(bidding)
  const isOver = closed.some(({ code }) => code === 'auction_over' || code === 'auction_sold_out')
  return [
    ...closed,
    ...balanceTooLow(bidding, amount),
    ...(isOver ? [] : [...priceIssues(bidding, bid), ...hintIssues(bidding, bid, hintIsGiven)]),
  ]
}

/** The issue behind a revert only in the next block, from which on the newest block's bids count. */
export const bidMeanings = (bidding: Bidding, field: string): Readonly<Record<string, Issue>> => ({
  BidMustBeAboveClearingPrice: {
    code: 'price_not_above_clearing',
    message: `${field}: the newest bids raise the clearing price to this price or higher in block ${bidding.nextBlock}; choose a higher price`,
    reverts: 'BidMustBeAboveClearingPrice',
  },
  AuctionSoldOut: {
    code: 'auction_sold_out',
    message: `the whole supply is sold by block ${bidding.nextBlock}`,
    reverts: 'AuctionSoldOut',
  },
  TokensNotReceived: TOKENS_MISSING,
})

function windowIssues({ nextBlock, terms, checkpoint }: Bidding): Issue[] {
  const { startBlock, endBlock } = terms
  switch (bidWindow(terms, checkpoint, nextBlock)) {
    case 'not_started': {
      const message = `the auction starts at block ${startBlock}, in ${startBlock - nextBlock + 1n} blocks`
      return [{ code: 'auction_not_started', message, reverts: 'AuctionNotStarted', startBlock: String(startBlock) }]
    }
    case 'tokens_not_received':
      return [TOKENS_MISSING]
    case 'over': {
      const message = `the last block that accepts bids is ${endBlock - 1n}, but a transaction can be mined in block ${nextBlock} at the earliest`
      return [{ code: 'auction_over', message, reverts: 'AuctionIsOver', endBlock: String(endBlock) }]
    }
    case 'sold_out':
      return [{ code: 'auction_sold_out', message: 'the whole supply is sold', reverts: 'AuctionSoldOut' }]
    case 'open':
      return []
  }
}

function balanceTooLow(bidding: Bidding, amount: bigint): Issue[] {
  const { balance, currency } = bidding
  if (balance === null || balance >= amount) return []
  const label = currencyLabel(bidding)
  return [
    {
      code: 'insufficient_balance',
      message: `the sender holds ${tokenText(balance, label)} but the bid needs ${tokenText(amount, label)}`,
      // Without the value of a native bid there is no transaction that could revert.
      ...(currency === zeroAddress ? {} : { reverts: 'TransferFromFailed' }),
      token: currency,
      balance: String(balance),
      needed: String(amount),
    },
  ]
}

function priceIssues({ terms, money, clearing, least }: Bidding, { field, price, requested }: FieldPrice): Issue[] {
  const text = priceTextOf(money)
  const rounded = price === requested ? 'the price' : `the price, rounded down to the tick ${text(price)},`
  if (terms.maxBidPrice !== null && price > terms.maxBidPrice)
    return [
      {
        code: 'price_too_high',
        message: `${field}: must be at most ${text(terms.maxBidPrice)}, the highest price that the auction accepts`,
        reverts: 'InvalidBidPriceTooHigh',
        maxBidPriceQ96: String(terms.maxBidPrice),
        maxBidPrice: humanPrice(money, terms.maxBidPrice),
      },
    ]
  if (price > clearing) return []
  return [
    {
      code: 'price_not_above_clearing',
      message: `${field}: ${rounded} is not above the clearing price ${text(clearing)}; the lowest price accepted is ${text(least)}`,
      reverts: 'BidMustBeAboveClearingPrice',
      clearingPriceQ96: String(clearing),
      clearingPrice: humanPrice(money, clearing),
      minBidPriceQ96: String(least),
      minBidPrice: humanPrice(money, least),
    },
  ]
}

const hintIssues = (bidding: Bidding, bid: BidPrice, isGiven: boolean): Issue[] =>
  isRefusedHint(bidding, bid, isGiven)
    ? [
        {
          code: 'invalid_tick_hint',
          message: `no bid has the price ${bid.prevTickPrice}, or it is not below ${bid.price}: omit prevTickPriceQ96 and prevTickPrice, and the builder finds one`,
          reverts: 'TickPreviousPriceInvalid',
        },
      ]
    : []
