import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { biddingOf, type Bidding } from './Bidding.ts'
import { biddingCalls, type BidQuery } from './biddingCalls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/**
 * Reads what a bid depends on in one upstream request: `currentAuction` of a launch arm, and from the auction its
 * terms, its currency and token, the prices around the bid's, and a simulated `checkpoint()`.
 *
 * Throws read_needed if no node answers, since value and price depend on what is read, and invalid_request for an
 * address that is not an auction.
 */
export async function readBidding(chain: Chain, query: BidQuery): Promise<Bidding> {
  const read = await readIfReachable(chain, (describe) => biddingCalls(describe, chain.config, query))
  if (!read)
    throw new ApiError(
      'read_needed',
      'auction: no node answered, so its currency and tick spacing, which the transaction needs, are unknown; try again',
    )
  return biddingOf(read, query.address, chain.config)
}
