import type { AuctionHandler } from './context.ts'
import { humanAmount, moneyFields } from '../../shared/domain/auction/Money.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { AUCTION_ACTIVITY, AUCTION_BIDS } from '../../shared/store/streams.ts'
import { activityTopics, bidTopics } from '../../shared/domain/auction/auctionEvents.ts'
import { openEventPage } from '../../shared/events/openEventPage.ts'
import { clearingFields, activityItems } from './eventItems.ts'
import { isActive, reportedGraduated } from '../../shared/domain/auction/phase.ts'
import { readAuctionEvents } from './readAuctionEvents.ts'

/**
 * The newest bids of an auction, or of a launch arm's current one, and on request exits and claims too (BidSubmitted,
 * BidExited, TokensClaimed); those of ended auctions remain available. Amounts of bids are in the currency, never in
 * the token.
 *
 * Throws invalid_request for a cursor of another list, not_an_auction, not_a_contract, and what a chain read throws.
 */
export const getAuctionActivity: AuctionHandler<'getAuctionActivity'> = async (
  { params: { address }, query: { limit, kind, cursor, minBlock = 0 } },
  context,
) => {
  const list =
    kind === 'all'
      ? { stream: AUCTION_ACTIVITY, topics: activityTopics(), scope: 'activity' }
      : { stream: AUCTION_BIDS, topics: bidTopics(), scope: 'bids' }
  const eventPage = openEventPage(list.scope, { cursor, limit })
  const { read, page } = await readAuctionEvents(address, context, { ...list, page: eventPage, minBlock })
  const { arm, terms, money } = read
  const raised = terms?.currencyRaised ?? arm?.status[4] ?? null
  return {
    asOf: page.asOf,
    data: {
      chainId: context.chain.config.chainId,
      generatedAt: new Date(page.asOf.timestamp * 1000).toISOString(),
      provenance: read.provenance,
      ccaLaunchArm: arm ? address : null,
      auction: read.address,
      isActive: isActive(read),
      isGraduated: reportedGraduated(read),
      ...moneyFields(money),
      currencyRaised: decimal(raised),
      currencyRaisedDisplay: humanAmount(money.currency, raised),
      ...clearingFields(read),
      limit,
      activity: page.events.flatMap((log) => activityItems(log, read)),
      nextCursor: page.nextCursor,
      truncated: page.truncated,
    },
  }
}
