import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { biddingOf, type Bidding } from '../../../shared/domain/auction/Bidding.ts'
import { biddingCalls, type Asked } from '../../../shared/domain/auction/biddingCalls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/**
 * Reads what a bid must know in one upstream request: of a launch arm `currentAuction`, and of the auction its terms, its
 * currency and token, the prices around the bid's, and a simulated `checkpoint()`.
 *
 * Throws read_needed where no node answers, since value and price depend on what is read, and invalid_request for an
 * address that is not an auction.
 */
export async function readBidding(chain: Chain, asked: Asked): Promise<Bidding> {
  const read = await readIfReachable(chain, (describe) => biddingCalls(describe, chain.config, asked))
  if (!read)
    throw new ApiError(
      'read_needed',
      'auction: no node answered to tell its currency and its tick spacing, on which the transaction depends; try again',
    )
  return biddingOf(read, asked.address)
}
