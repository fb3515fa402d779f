import { isAddressEqual } from 'viem'
import type * as z from 'zod'
import type { WalletBid } from '../../../schema/context/walletParts.ts'
import { MOST_CLAIMED } from '../../../schema/build/auctionSettlement.ts'
import { offer, type WalletAction } from './action.ts'
import type { WalletAuction } from './auctionsOf.ts'
import type { Found } from './Found.ts'

type Bid = z.output<typeof WalletBid>

const CAN_EXIT: ReadonlySet<Bid['state']> = new Set(['outbid', 'refundable', 'ended'])

/** Exits of the wallet's bids, and one claim for each auction. */
export function settleActions(
  { wallet }: Found,
  auctions: readonly WalletAuction[],
  bids: readonly Bid[],
): WalletAction[] {
  const exits = bids
    .filter(({ state }) => CAN_EXIT.has(state))
    .map(({ auction, bidId, state, endBlock }) =>
      offer('buildAuctionExitBid', {
        why: `Bid ${bidId} of the auction ${auction} is ${state === 'ended' ? 'over' : state}.`,
        body: { from: wallet, auction, bidId },
        waits: [
          state === 'outbid' && isNotGraduated(auctions, auction)
            ? { code: 'auction_not_graduated', untilBlock: BigInt(endBlock) }
            : null,
        ],
      }),
    )
  const claimable = Map.groupBy(
    bids.filter(({ state }) => state === 'claimable'),
    ({ auction }) => auction,
  )
  const claims = [...claimable].map(([auction, own]) =>
    offer('buildAuctionClaimTokens', {
      why: `The tokens of ${own.length === 1 ? 'a bid' : `${own.length} bids`} in the auction ${auction} can be claimed.`,
      body: { from: wallet, auction, bidIds: own.slice(0, MOST_CLAIMED).map(({ bidId }) => bidId) },
    }),
  )
  return [...exits, ...claims]
}

const isNotGraduated = (auctions: readonly WalletAuction[], auction: Bid['auction']): boolean =>
  auctions.find(({ address }) => isAddressEqual(address, auction))?.isGraduated === false
