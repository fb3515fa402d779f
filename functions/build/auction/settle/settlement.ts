import { parseAbi, type Address } from 'viem'
import type { Unit } from '../../../../shared/domain/auction/Money.ts'
import { tokenName, tokenText } from '../../../../shared/text/wording.ts'

/** Functions that end bids of a continuous clearing auction (Uniswap CCA, v1). */
export const settlementAbi = parseAbi([
  'function exitBid(uint256 bidId)',
  'function exitPartiallyFilledBid(uint256 bidId, uint64 lastFullyFilledCheckpointBlock, uint64 outbidBlock)',
  'function claimTokens(uint256 bidId)',
  'function claimTokensBatch(address owner, uint256[] bidIds)',
])

type ExitArgs = readonly [bidId: bigint, lastFullyFilled?: bigint, outbid?: bigint]

/** One sentence about the decoded arguments of exitBid or exitPartiallyFilledBid. */
export function describeExit(auction: Address, [bidId, lastFullyFilled, outbid]: ExitArgs): string {
  const hints =
    lastFullyFilled === undefined
      ? ''
      : `, which was filled until the checkpoint of block ${lastFullyFilled} and ${outbid === 0n ? 'stands at the last price' : `outbid at that of block ${outbid}`}`
  return `Exit bid ${bidId} of the auction ${auction}${hints}: its tokens are credited, and the unspent budget returns to its owner.`
}

/** One sentence about a claim. The tokens are null if they are unknown. */
export function describeClaimedTokens(
  auction: Address,
  bidIds: readonly bigint[],
  { token, owner, tokens }: { token: Unit | null; owner: Address | null; tokens: bigint | null },
): string {
  const label = token?.address ? { ...token, address: token.address } : null
  const amount = label === null ? 'the tokens' : tokens === null ? `the ${tokenName(label)}` : tokenText(tokens, label)
  const ids = bidIds.length === 1 ? `bid ${bidIds[0]}` : `the bids ${bidIds.join(', ')}`
  return `Claim ${amount} of ${ids} in the auction ${auction}${owner === null ? ' for the owner' : ` for ${owner}`}.`
}
