import type { AuctionHandler } from './context.ts'
import { moneyFields } from '../../shared/domain/auction/Money.ts'
import { AUCTION_BIDS } from '../../shared/store/streams.ts'
import { bidTopics } from '../../shared/domain/auction/auctionEvents.ts'
import { openEventPage } from '../../shared/events/openEventPage.ts'
import { clearingFields, bidItems } from './eventItems.ts'
import { readAuctionEvents } from './readAuctionEvents.ts'

/**
 * Bids of an auction, or of a launch arm's current one (BidSubmitted), newest first, each with whether it is above the
 * clearing price of the same block.
 *
 * Throws invalid_request for blocks in the wrong order and for a cursor of another list, not_an_auction, not_a_contract,
 * and what a chain read throws.
 */
export const listAuctionRecentBids: AuctionHandler<'listAuctionRecentBids'> = async (
  { params: { address }, query },
  context,
) => {
  const eventPage = openEventPage('bids', query)
  const wanted = { stream: AUCTION_BIDS, topics: bidTopics(), page: eventPage, minBlock: query.minBlock ?? 0 }
  const { read, page } = await readAuctionEvents(address, context, wanted)
  return {
    asOf: page.asOf,
    data: {
      chainId: context.chain.config.chainId,
      generatedAt: new Date(page.asOf.timestamp * 1000).toISOString(),
      provenance: read.provenance,
      ccaLaunchArm: read.arm ? address : null,
      auction: read.address,
      ...moneyFields(read.money),
      ...clearingFields(read),
      fromBlock: String(page.fromBlock),
      toBlock: String(page.toBlock),
      limit: query.limit,
      bids: page.events.flatMap((log) => bidItems(log, read)),
      nextCursor: page.nextCursor,
      truncated: page.truncated,
    },
  }
}
