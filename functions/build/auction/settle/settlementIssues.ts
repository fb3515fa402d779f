import type { Issue } from '../../../../schema/issues.ts'
import type { SettledBid } from './Settling.ts'

export const bidNotFound = (): Issue => ({
  code: 'bid_not_found',
  message: 'the auction has no bid with this id; getWalletContext returns the bids of a wallet',
  reverts: 'BidIdDoesNotExist',
})

export const alreadyExited = ({ exitedBlock, tokensFilled }: SettledBid): Issue => ({
  code: 'bid_already_exited',
  message: `the bid exited in block ${exitedBlock}${tokensFilled > 0n ? '; claim its tokens' : ''}`,
  reverts: 'BidAlreadyExited',
})

/** Why a claim would revert: the bids that are in the way by their ids, and what the auction waits for. */
export function claimIssues(
  bids: readonly (readonly [bidId: bigint, bid: SettledBid | null])[],
  { isGraduated, claimBlock, nextBlock }: { isGraduated: boolean; claimBlock: bigint | null; nextBlock: bigint },
): Issue[] {
  const missing = bids.filter(([, bid]) => bid === null)
  const open = bids.filter(([, bid]) => bid?.exitedBlock === 0n)
  const owners = new Set(bids.flatMap(([, bid]) => bid?.owner ?? []))
  const named = (some: typeof bids) => some.map(([bidId]) => bidId).join(', ')
  return [
    ...(claimBlock !== null && nextBlock < claimBlock
      ? [
          {
            code: 'claim_not_open' as const,
            message: `tokens can be claimed from block ${claimBlock} on, in ${claimBlock - nextBlock} blocks`,
            reverts: 'NotClaimable',
            claimBlock: String(claimBlock),
          },
        ]
      : []),
    ...(isGraduated
      ? []
      : [
          {
            code: 'auction_not_graduated' as const,
            message: 'the auction has not raised its minimum, so it sells nothing; an exit refunds the budget',
            reverts: 'NotGraduated',
          },
        ]),
    ...(missing.length > 0 ? [{ ...bidNotFound(), message: `bidIds: the auction has no bid ${named(missing)}` }] : []),
    ...(open.length > 0
      ? [
          {
            code: 'bid_not_exited' as const,
            message: `bidIds: ${named(open)} must exit first, see buildAuctionExitBid`,
            reverts: 'BidNotExited',
          },
        ]
      : []),
    ...(owners.size > 1
      ? [
          {
            code: 'bids_of_several_owners' as const,
            message: `bidIds: the bids belong to ${[...owners].join(', ')}; build a claim for each owner`,
            reverts: 'BatchClaimDifferentOwner',
          },
        ]
      : []),
  ]
}
