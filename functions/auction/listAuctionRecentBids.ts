import type { auction } from '../../schema/auction.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { moneyFields } from '../../shared/price/Money.ts'
import { AUCTION_BIDS } from '../../shared/store/streams.ts'
import type { AuctionContext } from './AuctionContext.ts'
import { BID_TOPICS, clearingFields, describeBid } from './auctionEvents.ts'
import { readAuction } from './readAuction.ts'
import { readAuctionEvents } from './readAuctionEvents.ts'

/**
 * Bids of an auction, or of a launch arm's current one (BidSubmitted), newest first, each told whether it is above the
 * clearing price of the newest block.
 *
 * Throws invalid_request for blocks in the wrong order and for a cursor of another list, not_an_auction, not_a_contract,
 * and what a chain read throws.
 */
export const listAuctionRecentBids: Handler<typeof auction.listAuctionRecentBids, AuctionContext> = async (
  { params: { address }, query: { limit, fromBlock, toBlock, cursor, minBlock = 0 } },
  context,
) => {
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    throw new ApiError('invalid_request', 'fromBlock: must not be above toBlock')
  const read = await readAuction(context.chain, address)
  const list = { stream: AUCTION_BIDS, topics: BID_TOPICS, scope: 'bids' }
  const page = await readAuctionEvents(read, context, { ...list, limit, cursor, fromBlock, toBlock, minBlock })
  return {
    asOf: page.asOf,
    data: {
      chainId: context.chain.config.chainId,
      generatedAt: new Date(page.asOf.timestamp * 1000).toISOString(),
      ccaLaunchArm: read.arm ? address : null,
      auction: read.address,
      ...moneyFields(read.money),
      ...clearingFields(read),
      fromBlock: String(page.fromBlock),
      toBlock: String(page.toBlock),
      limit,
      bids: page.events.flatMap((log) => describeBid(log, read)),
      nextCursor: page.nextCursor,
      truncated: page.truncated,
    },
  }
}
