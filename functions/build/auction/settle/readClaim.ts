import type { Address } from 'viem'
import { readIfReachable } from '../../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { auctionAbi } from '../../../../shared/domain/auction/auctionAbi.ts'
import type { SettledBid, Settling } from './Settling.ts'
import { bidOf, settlingCalls, settlingOf, unreadable } from './settlingOf.ts'

/** What a claim depends on. */
export interface Claiming extends Settling {
  /** Null for a bid that the auction does not have. */
  readonly bids: readonly (readonly [bidId: bigint, bid: SettledBid | null])[]
}

/**
 * Reads bids and their auction in one upstream request. The auction counts what it raised as of its last checkpoint, as a
 * claim does, so none is simulated.
 *
 * Throws read_needed if no node answers, since the function depends on the owner; invalid_request for an address that is not
 * an auction.
 */
export async function readClaim(chain: Chain, auction: Address, bidIds: readonly bigint[]): Promise<Claiming> {
  const read = await readIfReachable(chain, (describe) => {
    const own = describe.at(auction, auctionAbi)
    return {
      ...settlingCalls(describe, chain.config, auction),
      isGraduated: own('isGraduated'),
      bids: Object.fromEntries(bidIds.map((bidId) => [String(bidId), own('bids', [bidId])])),
    }
  })
  if (!read) throw unreadable()
  const { bids, ...value } = read.value
  return {
    ...settlingOf({ ...value, asOf: read.asOf }, auction, chain.config),
    bids: bidIds.map((bidId) => {
      const bid = bids[String(bidId)]
      return [bidId, bid ? bidOf(bidId, bid) : null]
    }),
  }
}
